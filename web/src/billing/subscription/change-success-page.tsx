import { contract } from "@manabiya/contract";
import type { PaidPlan, Price } from "@manabiya/contract/billing/subscription.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "react-router";
import { query } from "../../api/calls.ts";
import { usePageTitle } from "../../shell/use-page-title.ts";
import { Facts } from "./facts.tsx";
import { Outcome } from "../checkout/outcome.tsx";
import { REFUNDABLE } from "../credit-text.ts";
import { PLAN_NAME, PLAN_PER } from "../plans/plan-text.ts";
import { usePrices } from "../plans/use-prices.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/spinner.tsx";

interface Change {
  from: PaidPlan;
  to: PaidPlan;
}

export default function ChangeSuccessPage() {
  usePageTitle("プランの変更が完了しました");
  const carried = carriedChange(useLocation().state);
  // After a reload the navigation state is gone, so the server names the last change.
  const last = useQuery({ ...query(contract.subscription.lastChange), enabled: carried === null });
  const { data: prices } = usePrices();
  if (carried !== null) return <Changed change={carried} prices={prices} />;
  if (last.isPending) return <Loading className="min-h-60" />;
  // Other servers of the specification lack this call.
  if (last.error?.status === 404) return <Navigate replace to="/profile" />;
  if (!last.data) {
    return (
      <Failure
        className="m-4"
        message="プラン情報を読み込めませんでした。"
        onRetry={() => void last.refetch()}
        isRetrying={last.isFetching}
      />
    );
  }
  const { change } = last.data;
  if (change === null) return <Navigate replace to="/profile" />;
  return <Changed change={{ from: change.from_plan, to: change.to_plan }} prices={prices} />;
}

function Changed({ change, prices }: { change: Change; prices: readonly Price[] | undefined }) {
  const { from, to } = change;
  const described = (plan: PaidPlan) => {
    const price = prices?.find(({ price_type }) => price_type === plan);
    if (!price) return PLAN_NAME[plan];
    return (
      <>
        {PLAN_NAME[plan]}（{formatYen(price.amount_including_tax)} / {PLAN_PER[plan]}・税込）
        <span className="block text-xs font-normal text-muted">税抜 {formatYen(price.amount)}</span>
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
            // The member may have paid an older price than that of the list.
            ["変更前", PLAN_NAME[from]],
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
