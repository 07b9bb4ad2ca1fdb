import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type Stripe from "stripe";
import type { Database } from "../db/open.ts";
import { AppError } from "../errors/app-error.ts";
import { describeCodes } from "../observability/logger.ts";
import { alertStaff } from "./alerts.ts";
import { unsettledGifts } from "./checkout/attempts.ts";
import { endUnlessPaid } from "./checkout/by-invoice.ts";
import { checkAttempt } from "./checkout/check-attempt.ts";
import { endCustomerBilling, findCustomer, openSessions } from "./provider/customers.ts";
import { removeOwn } from "./provider/ownership.ts";
import { withMemberLock } from "./sync/member-lock.ts";
import { type Billing, ignoreRefusal } from "./provider/provider.ts";
import { releaseSchedule } from "./plan-changes/schedule.ts";
import { noSubscription, readMember, requireRunning, type Running } from "./plan-changes/running-subscription.ts";
import { endsAtOnce, voidBills } from "./sync/bills.ts";
import { syncSubscription } from "./sync/sync.ts";

/**
 * Ends auto-renewal; access continues to the end of the paid period, also if a later end was chosen. A subscription whose
 * period is not paid ends at once, and so does an order by invoice that nobody has paid. A second call changes nothing.
 * @param begin runs before the change is sent to the provider
 * @throws 409 `no_subscription`
 */
export function cancelSubscription(billing: Billing, userId: number, begin?: () => Promise<void>): Promise<void> {
  return withMemberLock(billing.db, userId, async () => {
    const { running, synced } = await readMember(billing, userId);
    if (running === null) {
      if (!synced?.awaited) throw noSubscription();
      await begin?.();
      await endUnlessPaid(billing, synced.awaited);
      await readMember(billing, userId);
      return;
    }
    if (running.state.cancelAtPeriodEnd) return;
    await begin?.();
    const { stripe } = billing;
    const { id } = running.subscription;
    const endsNow = endsAtOnce(running.state, running.synced.bills, billing.now());
    if (running.state.hasPendingUpdate || endsNow) await voidBills(stripe, running.synced.bills);
    await releaseSchedule(stripe, running.subscription);
    if (endsNow) await removeOwn(stripe, running.subscription);
    else {
      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
      await reportOtherItems(billing, userId, running);
    }
    await syncSubscription(billing, running.customer);
  });
}

/** The provider ends a contract as a whole: staff hear of what else would end. */
async function reportOtherItems({ db, now }: Billing, userId: number, { subscription }: Running): Promise<void> {
  if (subscription.items.data.length < 2) return;
  const { id } = subscription;
  const message = `会員${userId}が解約しました。同じ契約（${id}）にほかの項目があり、期間の終わりに一緒に終了します。続ける項目は、Stripeで別の契約にしてください。`;
  await alertStaff(db, { kind: "other_items", about: id, message, userId }, now());
}

/**
 * Ends a member's subscriptions at once, without a refund, and voids the open invoices.
 * @param begin runs before the change is sent to the provider
 * @throws 409 `no_subscription`
 */
export function endSubscriptionNow(billing: Billing, userId: number, begin: () => Promise<void>): Promise<void> {
  return withMemberLock(billing.db, userId, async () => {
    const { customer } = await requireRunning(billing, userId);
    await begin();
    await endCustomerBilling(billing, customer);
    await syncSubscription(billing, customer);
  });
}

/**
 * Resumes auto-renewal before the end of the period.
 * @throws 409 `no_subscription`
 */
export function undoCancel(billing: Billing, userId: number): Promise<void> {
  return withMemberLock(billing.db, userId, async () => {
    const running = await requireRunning(billing, userId);
    if (running.state.endsAt === null) return;
    // Staff can set a date of their own in the dashboard; the provider accepts only one of the two settings.
    const isAtPeriodEnd = running.subscription.cancel_at_period_end;
    await releaseSchedule(billing.stripe, running.subscription);
    await billing.stripe.subscriptions.update(
      running.subscription.id,
      isAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: "" },
    );
    const after = await syncSubscription(billing, running.customer);
    if (after?.state?.endsAt !== null)
      throw new AppError(409, "cancel_not_undone", "解約を取り消せませんでした。お手数ですが、お問い合わせください。");
  });
}

/**
 * Ends all subscriptions at once and closes the account under the same lock, so that the member cannot begin a new
 * checkout in between.
 * @param begin runs before anything ends, after a sync
 */
export function leave(billing: Billing, userId: number, close: Close, begin?: () => Promise<void>): Promise<boolean> {
  return withMemberLock(billing.db, userId, async () => {
    const customer = await findCustomer(billing, userId);
    if (begin && customer !== null) await syncSubscription(billing, customer);
    await begin?.();
    const credit = customer === null ? 0 : await endAll(billing, customer);
    return close(async (tx) => {
      if (customer !== null && credit > 0) await askForRefund(tx, { customer, userId, credit }, billing.now());
    });
  });
}

/** Closes the account in one transaction, in which it calls `settle`. @returns false when it refuses */
type Close = (settle: (tx: Database) => Promise<void>) => Promise<boolean>;

/** The member's money, which the provider refunds only by hand (decisions/037). */
function askForRefund(
  tx: Database,
  { customer, userId, credit }: { customer: string; userId: number; credit: number },
  now: number,
): Promise<void> {
  const message = `会員${userId}が退会しました。会員の画面のお支払いから、残高${formatYen(credit)}も返金してください。`;
  return alertStaff(tx, { kind: "credit_to_refund", about: customer, message, userId, amount: credit }, now);
}

/** @returns the yen of the customer's balance that no bank holds */
async function endAll(billing: Billing, customer: string): Promise<number> {
  await expireOpen(billing.stripe, customer);
  // A gift that was paid a moment ago is mailed before its order is deleted.
  for (const gift of await unsettledGifts(billing.db, [customer])) await checkAttempt(billing, gift);
  await endCustomerBilling(billing, customer);
  const { credit = 0, heldCredit = 0 } = (await syncSubscription(billing, customer)) ?? {};
  return credit - heldCredit;
}

/** Nobody pays who cannot watch. A failure is logged: an open page of the provider lives half an hour. */
export async function expireCheckouts(billing: Billing, userId: number): Promise<void> {
  try {
    const customer = await findCustomer(billing, userId);
    if (customer === null) return;
    await withMemberLock(billing.db, userId, () => expireOpen(billing.stripe, customer));
  } catch (error) {
    billing.log.warn(describeCodes(error), "open checkouts of a suspended member may still be paid");
  }
}

async function expireOpen(stripe: Stripe, customer: string): Promise<void> {
  for (const { id } of await openSessions(stripe, customer)) {
    await stripe.checkout.sessions.expire(id).catch(ignoreRefusal);
  }
}
