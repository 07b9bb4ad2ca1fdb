import { contract } from "@manabiya/contract";
import { useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { useWrite } from "../../api/calls.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Outcome } from "./outcome.tsx";
import { readPendingChange, storePendingChange } from "../subscription/pending-change.ts";
import { PLAN_NAME } from "../plans/plan-text.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Loading } from "../../ui/spinner.tsx";

/** Completes a plan change after its payment. */
export default function SubscriptionSuccessPage() {
  usePageTitle("プラン変更の確認");
  const [search] = useSearchParams();
  const [session] = useState(() => search.get("session_id") ?? readPendingChange());
  const { mutate, data, isSuccess, isError } = useWrite(contract.subscription.completeChange, {
    onSettled: () => storePendingChange(null),
  });
  useEffect(() => {
    if (session !== null) mutate({ body: { session_id: session } });
  }, [mutate, session]);

  if (session === null || isError) return <Navigate replace to="/profile" />;
  if (!isSuccess) {
    return (
      <div className="grid justify-items-center px-4 py-10">
        <h1 className="text-xl">プラン変更の確認</h1>
        <Loading label="プランの変更を確認しています" />
      </div>
    );
  }
  return (
    <Outcome
      tone="success"
      title="プランを変更しました"
      actions={<ButtonLink to="/profile">プロフィールへ</ButtonLink>}
    >
      <p className="phrase">
        {PLAN_NAME[data.from_plan]}から{PLAN_NAME[data.to_plan]}に変更しました。
      </p>
    </Outcome>
  );
}
