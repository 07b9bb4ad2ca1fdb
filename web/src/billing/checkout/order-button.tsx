import { contract } from "@manabiya/contract";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, call, mutation } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { useNextPath } from "../../session/next-path.ts";
import { useCheckedMutation } from "../use-checked-mutation.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { PLAN_NAME } from "../plans/plan-text.ts";
import { useLeavePage } from "./use-leave-page.ts";
import { type Coupon, couponMessage } from "./use-order-preview.ts";
import { withOrder } from "./way-to-checkout.ts";

const NO_URL = "お支払いページを開けませんでした。しばらくしてから、もう一度お試しください。";

interface OrderButtonProps {
  plan: PaidPlan;
  coupon: Coupon | null;
  /** Yen including tax, as the confirmation names it; undefined: the server compares no price. */
  price: number | undefined;
}

/** Starts the checkout and opens the card provider's page. */
export function OrderButton({ plan, coupon, price }: OrderButtonProps) {
  const client = useQueryClient();
  const { isLeaving, leaveTo } = useLeavePage();
  const create = useCheckedMutation({
    ...mutation(contract.subscription.create, { changes: [] }),
    look: findContract,
    looks: [0],
    onError: (error) => {
      const message = couponMessage(error);
      if (message !== null) coupon?.refuse(message);
      // The confirmation and the plans show the new price, above the message.
      if (error instanceof ApiError && error.body?.type === "price_changed") void client.invalidateQueries();
    },
    onSuccess: ({ url }) => url && leaveTo(url),
  });
  const { origin } = window.location;
  const next = useNextPath();
  const code = coupon?.accepted ?? null;
  const complete = withOrder("/payment/complete?session_id={CHECKOUT_SESSION_ID}", next, code);
  const order = () =>
    create.mutate({
      body: {
        plan_type: plan,
        success_url: origin + complete,
        cancel_url: origin + withOrder("/subscription/cancel", next, code),
        ...(code !== null && { code }),
        ...(price !== undefined && { price }),
      },
    });
  const isWithoutUrl = create.isSuccess && !create.data.url;
  return (
    <>
      {(create.error === null || couponMessage(create.error) === null) && (
        <MutationState of={create} failed="お申し込みの手続きを始められませんでした。もう一度お試しください。" />
      )}
      {isWithoutUrl && <Banner tone="danger">{NO_URL}</Banner>}
      <Button
        className="justify-self-start max-sm:w-full"
        isBusy={create.isPending || isLeaving || coupon?.isChecking === true}
        onClick={order}
      >
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
