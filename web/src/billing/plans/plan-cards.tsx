import { taxWords } from "./tax-words.ts";
import type { PaidPlan, Price } from "@manabiya/contract/billing/subscription.ts";
import { formatYen, monthsFree } from "@manabiya/contract/rules/prices.ts";
import { PlanCard } from "./plan-card.tsx";
import { PLAN_NAME } from "./plan-text.ts";

interface PlanCardsProps {
  /** Undefined: loading failed. */
  prices: readonly Price[] | undefined;
  selected: PaidPlan | null;
  onSelect: (plan: PaidPlan) => void;
  current?: PaidPlan;
}

export function PlanCards({ prices, selected, onSelect, current }: PlanCardsProps) {
  const price = (type: Price["price_type"]) => prices?.find(({ price_type }) => price_type === type);
  const monthly = price("monthly");
  const yearly = price("yearly");
  const yearlyMonthly = price("yearly_monthly");
  const isTaxExempt = monthly?.tax_rate === 0;
  const free = monthly && yearly ? monthsFree({ monthly: monthly.amount, yearly: yearly.amount, isTaxExempt }) : 0;
  const saving = free > 0 ? `${free}か月分お得` : undefined;
  const common = (plan: PaidPlan) => ({
    plan,
    isSelected: selected === plan,
    action: current === plan ? `${PLAN_NAME[plan]}（ご利用中）` : `${PLAN_NAME[plan]}を選ぶ`,
    onSelect: () => onSelect(plan),
  });
  return (
    <div className="grid gap-4 grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))]">
      <PlanCard {...common("monthly")} price={monthly} badge={current === "monthly" ? "現在のプラン" : undefined}>
        <p>毎月自動で更新されます。いつでも解約できます。</p>
      </PlanCard>
      <PlanCard {...common("yearly")} price={yearly} badge={current === "yearly" ? "現在のプラン" : saving}>
        {yearlyMonthly && (
          <p className="font-bold">
            {taxWords(`1か月あたり ${formatYen(yearlyMonthly.amount_including_tax)}（税込）`)}
          </p>
        )}
        <p>毎年自動で更新されます。解約しても、契約期間の終わりまで視聴できます。</p>
      </PlanCard>
    </div>
  );
}
