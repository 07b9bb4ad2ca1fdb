import { taxWords } from "./tax-words.ts";
import type { PaidPlan, Price } from "@manabiya/contract/billing/subscription.ts";
import { formatYen, monthsFree } from "@manabiya/contract/rules/prices.ts";
import { PLAN_NAME, PLAN_PER } from "./plan-text.ts";
import { site } from "../../site.ts";
import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { Button } from "../../ui/button.tsx";

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

interface PlanCardProps {
  plan: PaidPlan;
  /** Undefined: unknown, so the plan cannot be chosen. */
  price: Price | undefined;
  badge?: string | undefined;
  isSelected: boolean;
  action: string;
  onSelect: () => void;
  children: ReactNode;
}

/** The price including tax comes first. */
function PlanCard({ plan, price, badge, isSelected, action, onSelect, children }: PlanCardProps) {
  return (
    <article
      className={classNames(
        "flex flex-col rounded-lg border bg-surface p-5 md:p-6",
        isSelected ? "border-primary outline-2 outline-primary" : "border-control-border",
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{PLAN_NAME[plan]}</h2>
        {badge && <p className="rounded-md bg-signal px-2 py-0.5 text-xs font-bold text-on-signal">{badge}</p>}
      </div>
      {price && (
        <>
          <p className="mt-4 text-base">
            <strong className="text-2xl">{formatYen(price.amount_including_tax)}</strong> / {PLAN_PER[plan]}
            {taxWords("（税込）")}
          </p>
          {!site.isTaxExempt && <p className="text-xs text-muted">税抜 {formatYen(price.amount)}</p>}
        </>
      )}
      <div className="phrase mt-4 mb-5 grid gap-2">{children}</div>
      <Button
        look={isSelected ? "primary" : "secondary"}
        className="mt-auto"
        aria-pressed={isSelected}
        disabled={!price}
        onClick={onSelect}
      >
        {action}
      </Button>
    </article>
  );
}
