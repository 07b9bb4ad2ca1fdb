import type { ReactNode } from "react";
import { Choice } from "../../forms/choice.tsx";

interface RightBoxesProps {
  values: { may_see_members: boolean; may_see_money: boolean };
  /** A superuser has both rights anyway. */
  isDisabled?: boolean;
  onChange: (name: "may_see_members" | "may_see_money", isOn: boolean) => void;
  /** Further boxes. */
  children?: ReactNode;
}

export function RightBoxes({ values, isDisabled = false, onChange, children }: RightBoxesProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-bold">コンテンツの管理に加えて</legend>
      <Choice
        label="会員"
        hint="会員の検索、視聴権の付与、お問い合わせへの対応"
        checked={values.may_see_members || isDisabled}
        disabled={isDisabled}
        onChange={({ target }) => onChange("may_see_members", target.checked)}
      />
      <Choice
        label="請求・売上"
        hint="お支払いの確認、返金、異議申し立てへの対応"
        checked={values.may_see_money || isDisabled}
        disabled={isDisabled}
        onChange={({ target }) => onChange("may_see_money", target.checked)}
      />
      {children}
    </fieldset>
  );
}
