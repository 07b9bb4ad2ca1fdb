import { taxWords } from "../plans/tax-words.ts";
import { contract } from "@manabiya/contract";
import type { PaidPlan, PlanChangePreview } from "@manabiya/contract/billing/subscription.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { type ComponentProps, type ReactNode, useState } from "react";
import { sentenceOf, useRead } from "../../api/calls.ts";
import { formatDay } from "../../ui/date.ts";
import { NotLoaded } from "../../ui/loaded.tsx";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { Section } from "../../ui/page/section.tsx";
import { REFUNDABLE } from "../credit-text.ts";
import { ScheduleButton } from "./change-button.tsx";
import { PLAN_NAME } from "../plans/plan-text.ts";
import { Choice } from "../../forms/choice.tsx";

interface ChangePreviewProps {
  plan: PaidPlan;
  children: (preview: PlanChangePreview) => ReactNode;
}

/** Shows the card provider's figures for a plan change, due today and later. */
export function ChangePreview({ plan, children }: ChangePreviewProps) {
  const found = useRead(contract.subscription.previewChange, { querystring: { new_plan: plan } }, { staleTime: 0 });
  const { data } = found;
  const [when, setWhen] = useState<When>("now");
  const message = sentenceOf(found.error, "プラン情報を読み込めませんでした。");
  const skeleton = <SkeletonGroup label="金額を計算しています" blocks={["h-80"]} />;
  if (!data) return <NotLoaded query={found} message={message} skeleton={skeleton} />;
  const later = when === "later" ? data.at_period_end : null;
  return (
    <Confirmation
      facts={later ? factsAtPeriodEnd(data, later) : factsOf(data)}
      choice={<WhenToChange preview={data} value={when} onChange={setWhen} />}
    >
      {later ? <ScheduleButton prorationDate={data.proration_date} /> : children(data)}
    </Confirmation>
  );
}

type AtPeriodEnd = NonNullable<PlanChangePreview["at_period_end"]>;
type FactList = ComponentProps<typeof Facts>["facts"];

function Confirmation({ facts, choice, children }: { facts: FactList; choice?: ReactNode; children: ReactNode }) {
  return (
    <Section title="変更内容の確認" isPanel>
      <div>
        {choice}
        <Facts facts={facts} />
      </div>
      <div className="mt-2 grid gap-4">{children}</div>
    </Section>
  );
}

function after(plan: PaidPlan): [string, string] {
  return [
    "その後の更新",
    `解約のお手続きをされるまで、${plan === "monthly" ? "1か月" : "1年"}ごとに自動で更新されます。`,
  ];
}

const WARNING: [string, string] = ["ご注意", "変更はすぐに反映され、取り消せません。"];

const yen = (amount: number) => taxWords(`${formatYen(amount)}（税込）`);

function factsOf(preview: PlanChangePreview) {
  const { from_plan, to_plan, charged_today, unused, credit, next_charge_at, next_charge } = preview;
  const { first_due_at, first_due } = preview;
  return [
    ["変更", `${PLAN_NAME[from_plan]} → ${PLAN_NAME[to_plan]}`],
    ["現在のプランの残り", `${yen(unused)}分を、新しいプランの料金に充てます。`],
    ["本日のお支払い", <strong key="today">{yen(charged_today)}</strong>],
    credit > 0 && ["残高", `${yen(credit)}が残り、次回以降の請求に自動で充てられます。${REFUNDABLE}`],
    ["次回の更新", `${formatDay(next_charge_at)}に${yen(next_charge)}`],
    credit > 0 && ["次のご請求（残高を使い切ったあと）", `${formatDay(first_due_at)}に${yen(first_due)}`],
    after(to_plan),
    WARNING,
  ] as const satisfies FactList;
}

function factsAtPeriodEnd({ from_plan, to_plan }: PlanChangePreview, later: AtPeriodEnd) {
  const { credit, next_charge_at, next_charge, first_due_at, first_due } = later;
  const isPaidByCredit = first_due_at !== next_charge_at;
  return [
    ["変更", `${PLAN_NAME[from_plan]} → ${PLAN_NAME[to_plan]}`],
    ["変更日", `${formatDay(next_charge_at)}。それまでは${PLAN_NAME[from_plan]}のままです。`],
    ["本日のお支払い", <strong key="today">{yen(0)}</strong>],
    credit > 0 && ["残高", `${yen(credit)}が、${PLAN_NAME[to_plan]}の請求に自動で充てられます。`],
    [`${PLAN_NAME[to_plan]}の最初のお支払い`, `${formatDay(next_charge_at)}に${yen(next_charge)}`],
    isPaidByCredit && ["次のご請求（残高を使い切ったあと）", `${formatDay(first_due_at)}に${yen(first_due)}`],
    after(to_plan),
    ["ご注意", "変更日の前日まで、プロフィールから取り消せます。"],
  ] as const satisfies FactList;
}

type When = "now" | "later";

interface WhenToChangeProps {
  preview: PlanChangePreview;
  value: When;
  onChange: (value: When) => void;
}

/** Offers the end of the paid period beside an immediate change. Nothing if the server does not. */
function WhenToChange({ preview: { at_period_end }, value, onChange }: WhenToChangeProps) {
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
