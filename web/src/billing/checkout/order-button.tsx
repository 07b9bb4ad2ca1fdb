import { contract } from "@manabiya/contract";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { call, mutation, sentenceOf } from "../../api/calls.ts";
import { useNextPath, withNext } from "../../accounts/session/next-path.ts";
import { Checking } from "../checking.tsx";
import { useCheckedMutation } from "../use-checked-mutation.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { PLAN_NAME } from "../plans/plan-text.ts";
import { useLeavePage } from "./use-leave-page.ts";

const FAILED = "お申し込みの手続きを始められませんでした。もう一度お試しください。";
const NO_URL = "お支払いページを開けませんでした。しばらくしてから、もう一度お試しください。";

/** Starts the checkout and opens the card provider's page. */
export function OrderButton({ plan }: { plan: PaidPlan }) {
  const { isLeaving, leaveTo } = useLeavePage();
  const create = useCheckedMutation({
    ...mutation(contract.subscription.create, { changes: [] }),
    look: findContract,
    looks: [0],
    onSuccess: ({ url }) => url && leaveTo(url),
  });
  const { origin } = window.location;
  const next = useNextPath();
  const carried = next === "/" ? "" : `&${new URLSearchParams({ next })}`;
  const order = () =>
    create.mutate({
      body: {
        plan_type: plan,
        success_url: `${origin}/payment/complete?session_id={CHECKOUT_SESSION_ID}${carried}`,
        cancel_url: origin + withNext("/subscription/cancel", next),
      },
    });
  const isWithoutUrl = create.isSuccess && !create.data.url;
  return (
    <>
      {create.isChecking && <Checking />}
      {create.error && <Banner tone="danger">{sentenceOf(create.error, FAILED)}</Banner>}
      {isWithoutUrl && <Banner tone="danger">{NO_URL}</Banner>}
      <Button className="justify-self-start max-sm:w-full" isBusy={create.isPending || isLeaving} onClick={order}>
        <span>
          {PLAN_NAME[plan]}を申し込む<span className="inline-block">（お支払いへ進む）</span>
        </span>
      </Button>
    </>
  );
}

/** A checkout that has begun charges nothing, and another request returns it. A contract is shown in the profile. */
async function findContract() {
  const { subscription } = await call(contract.subscription.get);
  return subscription && { url: "/profile", session_id: "" };
}
