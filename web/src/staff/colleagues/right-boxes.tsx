import { RIGHT_LABELS } from "@manabiya/contract/rules/staff-rights.ts";
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

interface Rights {
  is_superuser?: boolean;
  may_see_members: boolean;
  may_see_money: boolean;
}

/** Such as 「コンテンツ・会員」. */
export function rightsText({ is_superuser = false, may_see_members, may_see_money }: Rights): string {
  if (is_superuser) return `${RIGHT_LABELS.superuser}（すべての権限）`;
  return [
    RIGHT_LABELS.staff,
    may_see_members && RIGHT_LABELS["staff.members"],
    may_see_money && RIGHT_LABELS["staff.money"],
  ]
    .filter((text) => text !== false)
    .join("・");
}
