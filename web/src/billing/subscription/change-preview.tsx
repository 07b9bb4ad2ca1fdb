import { contract } from "@manabiya/contract";
import type { PaidPlan, PlanChangePreview } from "@manabiya/contract/billing/subscription.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { query, sentenceOf } from "../../api/calls.ts";
import { formatDay } from "../../ui/date.ts";
import { Failure } from "../../ui/failure.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { Facts } from "./facts.tsx";
import { PLAN_NAME, PLAN_PER } from "../plans/plan-text.ts";

interface ChangePreviewProps {
  plan: PaidPlan;
  /** Receives the figures; null: the server computes none in advance. */
  children: (preview: PlanChangePreview | null) => ReactNode;
}

/** Shows the card provider's figures for a plan change, due today and later. */
export function ChangePreview({ plan, children }: ChangePreviewProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...query(contract.subscription.previewChange, { querystring: { new_plan: plan } }),
    staleTime: 0,
  });
  if (isPending) {
    return (
      <SkeletonGroup label="金額を計算しています">
        <Skeleton className="h-80" />
      </SkeletonGroup>
    );
  }
  if (error?.status === 404) {
    return (
      <Confirmation facts={[["変更", `${PLAN_NAME[plan]}へ`], ["料金の調整", ADJUSTMENT[plan]], after(plan)]}>
        {children(null)}
      </Confirmation>
    );
  }
  if (!data) {
    return (
      <Failure
        message={sentenceOf(error, "プラン情報の取得に失敗しました。")}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return <Confirmation facts={factsOf(data)}>{children(data)}</Confirmation>;
}

type FactList = ComponentProps<typeof Facts>["facts"];

function Confirmation({ facts, children }: { facts: FactList; children: ReactNode }) {
  return (
    <section aria-labelledby="figures" className="rounded-lg border bg-surface p-5 md:p-6">
      <h2 id="figures" className="text-lg">
        変更内容の確認
      </h2>
      <div className="mt-4">
        <Facts facts={facts} />
      </div>
      <div className="mt-6 grid gap-4">{children}</div>
    </section>
  );
}

const ADJUSTMENT: Record<PaidPlan, string> = {
  yearly: "今のプランの残りの期間分との差額を、本日お支払いいただきます。",
  monthly: "今のプランの残りの期間分は残高として残り、次回からの請求に自動で充てられます。",
};

function after(plan: PaidPlan): [string, string] {
  return [
    "その後",
    `解約されるまで、毎${PLAN_PER[plan]}自動で更新されます。変更はすぐに反映され、取り消すことはできません。`,
  ];
}

function factsOf(preview: PlanChangePreview) {
  const { from_plan, to_plan, charged_today, unused, credit, next_charge_at, next_charge } = preview;
  const { first_due_at, first_due } = preview;
  const yen = (amount: number) => `${formatYen(amount)}（税込）`;
  return [
    ["変更", `${PLAN_NAME[from_plan]} → ${PLAN_NAME[to_plan]}`],
    ["今のプランの残り", `${yen(unused)}分を、新しいプランの料金に充てます。`],
    ["本日のお支払い", <strong key="today">{yen(charged_today)}</strong>],
    credit > 0 && ["残高", `${yen(credit)}が残り、次回からの請求に自動で充てられます。`],
    ["次回の更新", `${formatDay(next_charge_at)}に${yen(next_charge)}`],
    credit > 0 && ["次にお支払いが発生する日", `${formatDay(first_due_at)}に${yen(first_due)}`],
    after(to_plan),
  ] as const satisfies FactList;
}
