import { Choice } from "../../forms/choice.tsx";
import type { PlanChangePreview } from "@manabiya/contract/billing/subscription.ts";
import { formatDay } from "../../ui/date.ts";

export type When = "now" | "later";

interface WhenToChangeProps {
  preview: PlanChangePreview;
  value: When;
  onChange: (value: When) => void;
}

/** Offers the end of the paid period beside an immediate change. Nothing if the server does not. */
export function WhenToChange({ preview: { at_period_end }, value, onChange }: WhenToChangeProps) {
  if (!at_period_end) return null;
  const choices: [When, string, string][] = [
    ["now", "今すぐ変更する", "残りの期間分は残高になります"],
    ["later", "契約期間の終わりに変更する", `${formatDay(at_period_end.next_charge_at)}に変わります`],
  ];
  return (
    <fieldset className="mb-4 grid justify-items-start border-b pb-4">
      <legend className="mb-1 font-bold">変更の時期</legend>
      {choices.map(([when, label, meaning]) => (
        <Choice
          key={when}
          type="radio"
          name="when"
          value={when}
          label={label}
          hint={meaning}
          checked={value === when}
          onChange={() => onChange(when)}
        />
      ))}
    </fieldset>
  );
}
