interface SwitchBoxProps {
  label: string;
  hint: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A right that can be switched on and off. */
export function SwitchBox({ label, hint, isOn, isDisabled = false, onChange }: SwitchBoxProps) {
  return (
    <label className="flex min-h-target items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="grid">
        {label}
        <span className="phrase text-xs text-muted">{hint}</span>
      </span>
    </label>
  );
}

interface RightBoxesProps {
  values: { may_see_members: boolean; may_see_money: boolean };
  /** A superuser has both rights anyway. */
  isDisabled?: boolean;
  onChange: (name: "may_see_members" | "may_see_money", isOn: boolean) => void;
}

export function RightBoxes({ values, isDisabled = false, onChange }: RightBoxesProps) {
  return (
    <>
      <SwitchBox
        label="会員"
        hint="会員の検索、視聴権の付与、お問い合わせへの対応"
        isOn={values.may_see_members || isDisabled}
        isDisabled={isDisabled}
        onChange={(isOn) => onChange("may_see_members", isOn)}
      />
      <SwitchBox
        label="請求・売上"
        hint="お支払いの確認、返金、異議申し立てへの対応"
        isOn={values.may_see_money || isDisabled}
        isDisabled={isDisabled}
        onChange={(isOn) => onChange("may_see_money", isOn)}
      />
    </>
  );
}
