import { site } from "../../site.ts";
import { taxWords } from "../plans/tax-words.ts";
import { contract } from "@manabiya/contract";
import type { PaidPlan, PlanChange, Price } from "@manabiya/contract/billing/subscription.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { Navigate, useLocation } from "react-router";
import { useRead } from "../../api/calls.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Facts } from "../../ui/page/facts.tsx";
import { Outcome } from "../checkout/outcome.tsx";
import { REFUNDABLE } from "../credit-text.ts";
import { PLAN_NAME, PLAN_PER } from "../plans/plan-text.ts";
import { usePrices } from "../plans/use-prices.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Failure } from "../../ui/loaded.tsx";
import { Loading } from "../../ui/spinner.tsx";

type Amounts = Pick<Price, "amount" | "amount_including_tax">;

interface Change {
  from: PaidPlan;
  to: PaidPlan;
  /** The member may have paid an older price than that of the list. */
  before?: Amounts;
}

export default function ChangeSuccessPage() {
  usePageTitle("プランの変更が完了しました");
  const carried = carriedChange(useLocation().state);
  // After a reload the navigation state is gone, so the server names the last change. It alone knows the price before.
  const last = useRead(contract.subscription.lastChange);
  const { data: prices } = usePrices();
  const stored = changeOf(last.data?.change);
  // The cache may hold the change before this one.
  const isOlder = carried !== null && (stored?.from !== carried.from || stored.to !== carried.to);
  if (last.isPending || (isOlder && last.isFetching)) return <Loading className="min-h-60" />;
  const change = isOlder ? carried : stored;
  if (change !== null) return <Changed change={change} prices={prices} />;
  if (last.data) return <Navigate replace to="/profile" />;
  return <Failure className="m-4" message="プラン情報を読み込めませんでした。" query={last} />;
}

function changeOf(last: PlanChange | null | undefined): Change | null {
  if (!last) return null;
  const { from_plan: from, to_plan: to, from_price, from_price_without_tax } = last;
  if (from_price === null || from_price_without_tax === null) return { from, to };
  return { from, to, before: { amount: from_price_without_tax, amount_including_tax: from_price } };
}

function Changed({ change, prices }: { change: Change; prices: readonly Price[] | undefined }) {
  const { from, to, before } = change;
  const described = (plan: PaidPlan, own?: Amounts) => {
    const price = own ?? prices?.find(({ price_type }) => price_type === plan);
    if (!price) return PLAN_NAME[plan];
    return (
      <>
        {taxWords(`${PLAN_NAME[plan]}（${formatYen(price.amount_including_tax)}／${PLAN_PER[plan]}・税込）`)}
        {!site.isTaxExempt && (
          <span className="block text-xs font-normal text-muted">税抜 {formatYen(price.amount)}</span>
        )}
      </>
    );
  };
  return (
    <Outcome
      tone="success"
      title="プランの変更が完了しました"
      actions={<ButtonLink to="/profile">プロフィールへ</ButtonLink>}
    >
      <div className="w-full text-left">
        <Facts
          facts={[
            ["変更前", described(from, before)],
            ["変更後", <strong key="to">{described(to)}</strong>],
          ]}
        />
      </div>
      <p className="phrase text-left text-muted">
        {to === "yearly"
          ? "変更前のプランの残りの期間分を差し引いて請求しました。"
          : `変更前のプランの残りの期間分は残高となり、次回以降の請求に自動で充てられます。${REFUNDABLE}`}
        金額の詳細は、プロフィールから開ける請求書でご確認いただけます。
      </p>
    </Outcome>
  );
}

/** Reads the navigation state of the page that requested the change. */
function carriedChange(state: unknown): Change | null {
  if (typeof state !== "object" || state === null) return null;
  const { fromPlan, toPlan } = state as { fromPlan?: unknown; toPlan?: unknown };
  return isPlan(fromPlan) && isPlan(toPlan) ? { from: fromPlan, to: toPlan } : null;
}

function isPlan(value: unknown): value is PaidPlan {
  return value === "monthly" || value === "yearly";
}
