import { randomUUID } from "node:crypto";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { AppError, only, validationError } from "../../errors/app-error.ts";
import { withMemberLock } from "../sync/member-lock.ts";
import {
  insertChange,
  markChangeExpired,
  markChangePending,
  findChange,
  type PlanChangeRow,
  unsettledChange,
} from "./queries.ts";
import { stillOwn } from "../provider/ownership.ts";
import { ownPrice } from "../provider/own-price.ts";
import { type Billing, invoiceOf, isOutcomeUnknown, isSavedFailure } from "../provider/provider.ts";
import { periodStart, stateOf } from "../sync/provider-state.ts";
import { findRunning, requireRunning, type Running } from "./running-subscription.ts";
import { releaseSchedule } from "./schedule.ts";
import { findCustomer } from "../provider/customers.ts";
import { isDisputed } from "../refunds/take-back.ts";
import { syncSubscription } from "../sync/sync.ts";

interface ChangeAnswer {
  success: boolean;
  session_id?: string;
  url?: string;
}

/**
 * Changes the plan at once. If the charge fails, the old plan continues and the answer has the page to pay; a repeated
 * call returns the same answer.
 * @throws 409 `no_subscription`, `payment_failed`, `cancel_scheduled`, `change_unavailable`, `payment_disputed`, `preview_expired`; 400 for the current
 *   plan
 */
export function changePlan(
  billing: Billing,
  userId: number,
  { new_plan: to, proration_date = null }: { new_plan: PaidPlan; proration_date?: number | null | undefined },
): Promise<ChangeAnswer> {
  return withMemberLock(billing.db, userId, async () => {
    const [before] = await unsettledChange(billing.db, [userId]);
    const running = await requireRunning(billing, userId);
    const [waiting] = await unsettledChange(billing.db, [userId]);
    // An earlier request succeeded, but its answer was lost.
    if (before?.to_plan === to && !waiting && running.plan === to) return { success: true };
    refuseUnlessChangeable(running, to);
    await refuseWhileDisputed(billing, running);
    if (running.state.hasPendingUpdate && waiting) return pendingAnswer(billing, waiting, running);
    const begin = () => startChange(billing, userId, running, { to, proration_date });
    return applyChange(billing, running, waiting?.to_plan === to ? waiting : await begin(), begin);
  });
}

/** @param begin stores another attempt, with another idempotency key */
async function applyChange(
  billing: Billing,
  running: Running,
  change: Change,
  begin: (() => Promise<Change>) | null,
): Promise<ChangeAnswer> {
  try {
    const changed = await updateSubscription(billing, running, change);
    await syncSubscription(billing, running.customer);
    return changed.state.hasPendingUpdate ? await pendingAnswer(billing, change, changed) : { success: true };
  } catch (error) {
    if (!isSavedFailure(error)) throw error;
    // The sync settles the change if it took effect. If the provider is away, the next request asks again.
    const after = await findRunning(billing, change.user_id);
    const [known] = await findChange(billing.db, [change.id, change.user_id]);
    if (known?.state === "applied") return { success: true };
    if (after?.state.hasPendingUpdate) return pendingAnswer(billing, change, after);
    await markChangeExpired(billing.db, [change.id, new Date(billing.now()).toISOString()]);
    if (begin === null) throw error;
    return applyChange(billing, running, await begin(), null);
  }
}

export function refuseUnlessChangeable({ plan, state, synced }: Running, to: PaidPlan): void {
  if (plan === to) throw validationError({ new_plan: ["現在と同じプランが選択されています。"] });
  if (state.paymentFailed) {
    const remedy = synced.bills.failed?.isCharged
      ? "先にカードをご確認ください。"
      : "先にプロフィールから請求書をお支払いください。";
    const message = `お支払いを確認できていないため、プランを変更できません。${remedy}`;
    throw new AppError(409, "payment_failed", message);
  }
  if (state.endsAt !== null) {
    const message = "解約のお手続き中です。プランを変更するには、先に解約を取り消してください。";
    throw new AppError(409, "cancel_scheduled", message);
  }
  // The change is paid by card at once, in yen.
  const cause =
    state.pausedUntil !== undefined
      ? "料金の請求を停止しているため"
      : state.sendsInvoices
        ? "請求書払いのご契約のため"
        : state.currency !== "jpy" && "円ではない通貨のご契約のため";
  if (cause) {
    const message = `${cause}、この画面ではプランを変更できません。お手数ですが、お問い合わせください。`;
    throw new AppError(409, "change_unavailable", message);
  }
}

/** The change would turn money into credit that the bank may take. @throws 409 `payment_disputed` */
export async function refuseWhileDisputed(billing: Billing, { customer }: Running): Promise<void> {
  if (!(await isDisputed(billing, customer))) return;
  const message =
    "お支払いについてカード会社が確認しているため、現在はプランを変更できません。確認が終わってから、もう一度お試しください。";
  throw new AppError(409, "payment_disputed", message);
}

/** Seconds. The value of the unused period changes by about one yen in this time. */
const PREVIEW_LIFETIME = 30 * 60;

/** Prevents a member from choosing a cheaper date, or from paying another price than the preview's. @throws 409 `preview_expired` */
async function refuseOldPreview(
  billing: Billing,
  { subscription }: Running,
  { to, date }: { to: PaidPlan; date: number },
): Promise<void> {
  const seconds = Math.floor(billing.now() / 1000);
  const start = periodStart(subscription);
  const isRecent = date >= start && date >= seconds - PREVIEW_LIFETIME && date <= Math.max(seconds, start);
  if (!isRecent || !(await soldAsPreviewed(billing, to, date))) throw previewExpired();
}

/** Whether a plan costs what it did at a preview's date. @param date seconds */
export async function soldAsPreviewed({ now, catalogue }: Billing, to: PaidPlan, date: number): Promise<boolean> {
  return (await catalogue.pricesAt(date * 1000))[to] === (await catalogue.pricesAt(now()))[to];
}

export function previewExpired(): AppError {
  const message = "金額を表示してから時間が経過しました。新しい金額を確認して、もう一度お試しください。";
  return new AppError(409, "preview_expired", message);
}

async function startChange(
  billing: Billing,
  userId: number,
  running: Running,
  { to, proration_date }: { to: PaidPlan; proration_date: number | null },
) {
  if (proration_date !== null) await refuseOldPreview(billing, running, { to, date: proration_date });
  const change = {
    id: randomUUID(),
    user_id: userId,
    subscription_id: running.subscription.id,
    from_plan: running.plan,
    to_plan: to,
    proration_date,
  };
  await insertChange(billing.db, change, ownPrice(running.subscription), new Date(billing.now()).toISOString());
  return change;
}

type Change = Pick<PlanChangeRow, "id" | "user_id" | "to_plan" | "proration_date">;

async function updateSubscription(billing: Billing, running: Running, change: Change) {
  const { stripe, catalogue, db, now } = billing;
  await releaseSchedule(stripe, running.subscription);
  try {
    const answer = await stripe.subscriptions.update(
      running.subscription.id,
      {
        items: [{ id: running.itemId, price: await catalogue.price(change.to_plan) }],
        proration_behavior: "always_invoice",
        ...(change.proration_date !== null && { proration_date: change.proration_date }),
        payment_behavior: "pending_if_incomplete",
        expand: ["latest_invoice"],
      },
      { idempotencyKey: change.id },
    );
    const subscription = stillOwn(await billing.ownership(), answer);
    return { subscription, state: stateOf(subscription) };
  } catch (error) {
    // Without an answer the change may be made: the next attempt syncs first and reuses the idempotency key.
    if (!isOutcomeUnknown(error) && !isSavedFailure(error))
      await markChangeExpired(db, [change.id, new Date(now()).toISOString()]);
    throw error;
  }
}

async function pendingAnswer(
  { db }: Billing,
  change: Change,
  { subscription }: Pick<Running, "subscription">,
): Promise<ChangeAnswer> {
  const url = invoiceOf(subscription)?.hosted_invoice_url ?? null;
  await markChangePending(db, [change.id, url]);
  return { success: false, session_id: change.id, ...(url !== null && { url }) };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Settles a change after its payment. It works before and after the provider's event, and repeatedly.
 * @throws 404 for a change that is not the member's; 409 `payment_pending`, `change_expired`
 */
export async function completeChange(billing: Billing, userId: number, id: string) {
  const known = only(UUID.test(id) ? await findChange(billing.db, [id, userId]) : [], "プランの変更");
  if (known.state === "creating" || known.state === "pending") {
    const customer = await findCustomer(billing, userId);
    if (customer !== null) await syncSubscription(billing, customer);
  }
  const [change] = await findChange(billing.db, [id, userId]);
  if (change?.state === "applied") {
    return { success: true as const, from_plan: change.from_plan, to_plan: change.to_plan };
  }
  throw change?.state === "expired"
    ? new AppError(409, "change_expired", "お支払いの期限が過ぎたため、プランは変更されませんでした。")
    : new AppError(409, "payment_pending", "お支払いがまだ完了していません。");
}
