import { contract } from "@manabiya/contract";
import type { PendingPlanChange } from "@manabiya/contract/billing/subscription.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { storePendingChange } from "../subscription/pending-change.ts";
import { PLAN_NAME } from "../plans/plan-text.ts";

/** A plan change that waits for its payment. The status is checked again when the member returns. */
export function PendingPayment({ change }: { change: PendingPlanChange }) {
  const { session_id, from_plan, to_plan, url } = change;
  const navigate = useNavigate();
  const complete = useMutation({
    ...mutation(contract.subscription.completeChange),
    onSuccess: () => {
      storePendingChange(null);
      void navigate("/subscription/change-success", { state: { fromPlan: from_plan, toPlan: to_plan } });
    },
  });
  const { mutate, isPending, error } = complete;

  // A member who paid in another tab need not press anything here.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") mutate({ body: { session_id } });
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [mutate, session_id]);

  return (
    <section aria-labelledby="payment" className="grid gap-4 rounded-lg border bg-surface p-5 md:p-6">
      <h2 id="payment" className="text-lg">
        お支払いが完了していません
      </h2>
      <p className="phrase max-w-reading">
        {PLAN_NAME[to_plan]}
        への変更には、お支払いの手続き（本人認証や別のカードの入力）が必要です。完了するまで、
        {PLAN_NAME[from_plan]}
        をそのままご利用いただけます。お支払いがないまま約1日が過ぎると、変更のお申し込みは自動で取り消されます。
      </p>
      {error && (
        <Banner tone="danger">{sentenceOf(error, "プランの変更に失敗しました。もう一度お試しください。")}</Banner>
      )}
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        {url !== null && (
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-target items-center justify-center rounded-md bg-primary px-5 py-2 font-bold text-on-primary no-underline hover:bg-primary-hover"
          >
            お支払いページを開く
            <span className="sr-only">（新しいタブで開きます）</span>
          </a>
        )}
        <Button look="secondary" isBusy={isPending} onClick={() => mutate({ body: { session_id } })}>
          お支払いを確認する
        </Button>
      </div>
    </section>
  );
}
