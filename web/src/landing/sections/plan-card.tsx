import type { ReactNode } from "react";

interface PlanCardProps {
  name: string;
  /** Tax included, with its unit: "1,650円". */
  price: string;
  period: string;
  /** The label of a highlighted card. Empty: highlighted without one. */
  chip?: string;
  children: ReactNode;
}

export function PlanCard({ name, price, period, chip, children }: PlanCardProps) {
  return (
    <div className={`rounded-lg border-2 p-6 md:p-8 ${chip === undefined ? "border-border" : "border-primary"}`}>
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h3 className="text-base">{name}</h3>
        {chip && <span className="rounded-md bg-signal px-2.5 py-1 text-xs font-bold text-on-signal">{chip}</span>}
      </div>
      <p className="mt-3">
        <span className="inline-block text-3xl leading-tight font-bold tracking-tight">{price}</span>
        <span className="inline-block text-sm text-muted">／{period}（税込）</span>
      </p>
      <p className="mt-3 text-sm">{children}</p>
    </div>
  );
}
