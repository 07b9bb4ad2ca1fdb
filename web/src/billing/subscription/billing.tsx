import { taxWords } from "../plans/tax-words.ts";
import { contract } from "@manabiya/contract";
import type { SubscriptionDetails } from "@manabiya/contract/billing/subscription.ts";
import { cardName } from "@manabiya/contract/billing/card-name.ts";
import { formatMoney, formatYen } from "@manabiya/contract/rules/prices.ts";
import { useQuery, useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Profile } from "../../api/answers.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { query, sentenceOf, mutation } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink, Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/date.ts";
import { NotLoaded } from "../../ui/loaded.tsx";
import { CancelActions, type CancelActionsProps } from "./cancel-actions.tsx";
import { chargeFacts, pauseSentence } from "./charge-facts.ts";
import { Facts } from "../../ui/page/facts.tsx";
import { BillLink, FailedPayment } from "./failed-payment.tsx";
import { REFUNDABLE, waitingCredit } from "../credit-text.ts";
import { PLAN_NAME, PLAN_PER } from "../plans/plan-text.ts";
import { ScheduledChangeNotice } from "./scheduled-change.tsx";
import { useLeavePage } from "../checkout/use-leave-page.ts";

interface BillingProps {
  profile: Profile;
  onDone: CancelActionsProps["onDone"];
  /** The placeholder while loading. */
  skeleton: ReactNode;
}

/** The next charge, the card, payment failures, and the actions on the subscription. */
export default function Billing({ profile, onDone, skeleton }: BillingProps) {
  const found = useQuery(query(contract.subscription.get));
  const { data } = found;
  const message = sentenceOf(found.error, "プラン情報を読み込めませんでした。");
  if (!data) return <NotLoaded query={found} message={message} className="mt-4" skeleton={skeleton} />;
  const { subscription, pending_change, has_invoices, credit } = data;
  const isEnding = profile.cancel_at_period_end || subscription?.ends_at;
  return (
    <div className="mt-3 grid gap-4">
      {subscription && <Facts isStrong facts={factsOf(subscription, profile.cancel_at_period_end)} />}
      {subscription && <Terms subscription={subscription} />}
      {subscription?.scheduled_change && <ScheduledChangeNotice change={subscription.scheduled_change} />}
      {credit > 0 && !(subscription && isCharged(subscription)) && <p className="phrase">{waitingCredit(credit)}</p>}
      {subscription?.failed_payment && <FailedPayment payment={subscription.failed_payment} />}
      {subscription?.card?.is_expiring && (
        <Banner tone="notice">
          カードの有効期限が、次回のお支払いの月までに切れます。新しいカードがお手元に届きましたら、変更をお願いします。
        </Banner>
      )}
      {pending_change && (
        <Banner
          tone="notice"
          action={
            <ButtonLink to="/subscription/change-plan" look="secondary">
              お支払いへ
            </ButtonLink>
          }
        >
          {PLAN_NAME[pending_change.to_plan]}への変更は、お支払いの手続きが終わっていません。
        </Banner>
      )}
      {subscription && !isEnding && !subscription.failed_payment && !pending_change && <ChangePlanLink />}
      {has_invoices && <PortalButton />}
      {subscription && <CancelActions profile={profile} subscription={subscription} credit={credit} onDone={onDone} />}
    </div>
  );
}

/** Whether charges will use up a balance. */
const isCharged = ({ next_charge_at, collection_pause, ends_at }: SubscriptionDetails) =>
  next_charge_at !== null || (Boolean(collection_pause) && !ends_at);

/** The terms that differ from those of a contract that a card pays and that renews until 解約. */
function Terms({ subscription }: { subscription: SubscriptionDetails }) {
  const { sent_bill: bill, paid_by_other, card, next_charge_at } = subscription;
  const pause = pauseSentence(subscription);
  const due = bill?.due_at ? `${formatDay(bill.due_at)}までに` : "";
  return (
    <>
      {pause && <Banner tone="notice">{pause}</Banner>}
      {bill && (
        <Banner tone={bill.is_overdue ? "danger" : "notice"} action={<BillLink url={bill.url} />}>
          {taxWords(
            `${formatMoney(bill.amount, bill.currency)}（税込）の請求書を、${due}お支払いください。${bill.is_overdue ? "期限を過ぎています。" : ""}`,
          )}
        </Banner>
      )}
      {paid_by_other && card && next_charge_at !== null && (
        <Banner tone="notice">
          {`前回は${cardName(paid_by_other)}のカードでお支払いいただきました。次回は、ご登録の${cardName(card)}に請求します。`}
        </Banner>
      )}
    </>
  );
}

function ChangePlanLink() {
  return (
    <ButtonLink to="/subscription/change-plan" look="secondary" className="justify-self-start">
      プランを変更する
    </ButtonLink>
  );
}

/** @param isLast no renewal comes before the end */
function factsOf(subscription: SubscriptionDetails, isLast: boolean) {
  const { plan, price, card, credit, currency, sends_invoices } = subscription;
  const expires = card && `${card.exp_year}年${card.exp_month}月`;
  return [
    ["料金", taxWords(`${formatMoney(price, currency)}（税込）／${PLAN_PER[plan]}`)],
    ...chargeFacts(subscription, isLast),
    sends_invoices === true && ["お支払い方法", "請求書払い"],
    card !== null && ["お支払い方法", `${cardName(card)}（有効期限 ${expires}）`],
    credit > 0 &&
      isCharged(subscription) && [
        "残高",
        `${formatYen(credit)}（次回以降のお支払いに自動で充てられます。${REFUNDABLE}）`,
      ],
  ] satisfies Parameters<typeof Facts>[0]["facts"];
}

const FAILED = "ポータルへのアクセスに失敗しました。もう一度お試しください。";
const NO_URL = "ポータルURLの取得に失敗しました。";

function PortalButton() {
  const { isLeaving, leaveTo } = useLeavePage();
  const portal = useMutation({
    ...mutation(contract.subscription.customerPortal, { changes: [] }),
    onSuccess: ({ url }) => url && leaveTo(url),
  });
  const { href } = window.location;
  const isWithoutUrl = portal.isSuccess && !portal.data.url;
  return (
    <>
      <MutationState of={portal} failed={FAILED} />
      {isWithoutUrl && <Banner tone="danger">{NO_URL}</Banner>}
      <Button
        look="secondary"
        className="justify-self-start"
        isBusy={portal.isPending || isLeaving}
        onClick={() => portal.mutate({ body: { return_url: href } })}
      >
        カードの変更と請求書の確認
      </Button>
    </>
  );
}
