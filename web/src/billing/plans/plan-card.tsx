import { site } from "../../site.ts";
import { taxWords } from "./tax-words.ts";
import type { PaidPlan, Price } from "@manabiya/contract/billing/subscription.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { Button } from "../../ui/button.tsx";
import { PLAN_NAME, PLAN_PER } from "./plan-text.ts";

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
export function PlanCard({ plan, price, badge, isSelected, action, onSelect, children }: PlanCardProps) {
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
