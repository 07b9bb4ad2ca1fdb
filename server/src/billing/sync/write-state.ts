import type { SubscriptionPlan, SubscriptionStatus } from "@manabiya/contract/accounts/user.ts";
import type Stripe from "stripe";
import type { Database } from "../../db/open.ts";
import { bool, command, instant, int, nullable, statement, text, textOf } from "../../db/statement.ts";
import { NOT_PAYING, type PaidMembership, recordMembership } from "../../events/membership-changes.ts";
import { settleChanges } from "../plan-changes/queries.ts";
import type { Billing } from "../provider/provider.ts";
import { type MemberState, memberStateOf, memberWithoutCustomer, type ProviderState } from "./provider-state.ts";
import { alertStaff } from "../alerts.ts";
import { isGivenUp } from "../emails/emails-for-bills.ts";
import { type Change, emailsForChange } from "../emails/emails-for-change.ts";
import { endedMail } from "../emails/templates.ts";
import { markOnce, queueOnce } from "../emails/queue-once.ts";
import { paidAt, RETRIES_LAST } from "./bills.ts";
import type { ExpiringCard } from "../provider/default-card.ts";
import { type Fact, recordFacts } from "../../events/webhook-events.ts";
import type { Own } from "../provider/ownership.ts";
import { ownPrice } from "../provider/own-price.ts";

const lockMember = statement("subscription.lock-member", {
  written_ticket: int,
  email: text,
  previous_id: nullable(text),
  was_ended: bool,
  is_closed: bool,
  subscription_status: textOf<SubscriptionStatus>(),
  subscription_plan: textOf<SubscriptionPlan>(),
  subscription_end_date: nullable(instant),
  cancel_at_period_end: bool,
})`
  select c.written_ticket, u.email, s.subscription_id as previous_id,
         coalesce(u.subscription_status = 'canceled' or s.status in ('canceled', 'unpaid', 'paused'), false) as was_ended,
         u.closed_at is not null as is_closed,
         u.subscription_status, u.subscription_plan, u.subscription_end_date, u.cancel_at_period_end
    from stripe_customers c
    join users u on u.id = c.user_id
    left join subscriptions s on s.user_id = u.id
   where c.user_id = $1 and c.customer_id = $2
     for no key update of c, u`;

const writeMember = command("subscription.write-member")`
  update users set subscription_status = $2, subscription_plan = $3, subscription_end_date = $4,
         cancel_at_period_end = $5
   where id = $1`;

const writeMirror = command("subscription.write-mirror")`
  insert into subscriptions (user_id, subscription_id, status, plan, period_end, cancel_at_period_end,
         payment_failed, synced_at, unpaid_amount, retry_at, needs_authentication, card_id, card_expires)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  on conflict (user_id) do update
     set subscription_id = excluded.subscription_id, status = excluded.status, plan = excluded.plan,
         period_end = excluded.period_end, cancel_at_period_end = excluded.cancel_at_period_end,
         payment_failed = excluded.payment_failed, synced_at = excluded.synced_at,
         unpaid_amount = excluded.unpaid_amount, retry_at = excluded.retry_at,
         needs_authentication = excluded.needs_authentication, card_id = excluded.card_id,
         card_expires = excluded.card_expires`;

const storeFencingToken = command("subscription.note-written")`
  update stripe_customers set written_ticket = $2 where user_id = $1`;

const unlink = command("subscription.unlink-customer")`
  update stripe_customers
     set former_ids = array_append(former_ids, customer_id), customer_id = null, email = null, generation = generation + 1
   where user_id = $1`;

const deleteMirror = command("subscription.delete-mirror")`delete from subscriptions where user_id = $1`;

interface ProviderReading
  extends Pick<Billing, "site" | "now">, Omit<Change, "subscription" | "state" | "before" | "now"> {
  customerId: string;
  fencingToken: number;
  chosen: Own<Stripe.Subscription> | null;
  state: ProviderState | null;
  /** The card that the next renewal charges. */
  card: ExpiringCard | null;
  isDeleted: boolean;
  /** Writes nothing when the member would lose access without having cancelled. */
  deferEnds: boolean;
  /** The first reading of a customer that an import linked: what happened before is no news. */
  isImported: boolean;
}

interface WriteOutcome {
  /** An email was queued. */
  hasEmail: boolean;
  isDeferred: boolean;
}

const UNCHANGED: WriteOutcome = { hasEmail: false, isDeferred: false };

/**
 * Writes a reading unless a later reading was written already, as the fencing token tells.
 * @param tx must be a transaction
 */
export async function writeState(tx: Database, reading: ProviderReading): Promise<WriteOutcome> {
  const { customerId, userId, fencingToken, chosen, state, bills, card, credit, isDeleted, deferEnds, now } = reading;
  const [before] = await lockMember(tx, [userId, customerId]);
  if (!before || before.written_ticket >= fencingToken) return UNCHANGED;
  const at = new Date(now()).toISOString();
  if (deferEnds && endsUnexpectedly(before, reading)) return { hasEmail: false, isDeferred: true };
  await storeFencingToken(tx, [userId, fencingToken]);
  if (before.is_closed) return UNCHANGED;
  if (isDeleted) {
    await unlink(tx, [userId]);
    await deleteMirror(tx, [userId]);
    await write(tx, userId, memberWithoutCustomer(before, at));
    await recordMembership(tx, userId, NOT_PAYING, now());
    await settleChanges(tx, userId, null, at);
    const message = `会員${userId}の顧客（${customerId}）がStripeで削除されました。契約は終了しています。これまでの領収書は、会員の画面で引き続き確認できます。`;
    await alertStaff(tx, { kind: "customer_deleted", about: customerId, message, userId }, now());
    if (before.subscription_status !== "active") return UNCHANGED;
    const { email: recipient, subscription_plan: plan } = before;
    const mail = endedMail(reading.site, { recipient, plan, endedAt: at, isUnpaid: false, state: null });
    return {
      hasEmail: await queueOnce(tx, { userId, kind: "ended", about: customerId, mail }, now()),
      isDeferred: false,
    };
  }
  await settleChanges(tx, userId, state, at);
  if (state === null || chosen === null) {
    if (before.previous_id === null) return UNCHANGED;
    // Our item was removed from a contract that goes on.
    await deleteMirror(tx, [userId]);
    await write(tx, userId, memberWithoutCustomer(before, at));
    await recordMembership(tx, userId, NOT_PAYING, now());
    return UNCHANGED;
  }
  const { subscriptionId, status, plan, periodEnd, cancelAtPeriodEnd, paymentFailed } = state;
  const { retryAt = null, needsAuthentication = false } = bills.failed ?? {};
  const unpaid = bills.failed ?? (paymentFailed ? bills.sent : null);
  // The columns are in yen.
  const amount = unpaid?.currency === "jpy" ? unpaid.amount : null;
  await writeMirror(tx, [
    ...[userId, subscriptionId, status, plan, periodEnd, cancelAtPeriodEnd, paymentFailed, at],
    ...[amount, retryAt, needsAuthentication, card?.id ?? null, card?.expires ?? null],
  ]);
  const member = memberStateOf(state, before);
  await write(tx, userId, member);
  const isPaying = member.subscription_status === "active";
  const paid = isPaying ? { ...payingFor(chosen), isReturning: before.was_ended } : NOT_PAYING;
  await recordMembership(tx, userId, paid, now());
  let hasEmail = false;
  if (paymentFailed && bills.failed !== null && isGivenUp(bills.failed, now())) {
    const message = `会員${userId}の請求（${bills.failed.id}）は支払われないまま、カードへの請求が終了しました。契約は続いています。Stripeで確認してください。`;
    const alert = { kind: "given_up_bill", about: bills.failed.id, message, userId, amount };
    await alertStaff(tx, alert, now());
  }
  const { next, nextCard, awaited } = reading;
  const changed = { userId, subscription: chosen, state, bills, awaited, next, nextCard, credit, before, now: now() };
  for (const email of emailsForChange(reading.site, changed)) {
    if (reading.isImported) await markOnce(tx, email, now());
    else hasEmail = (await queueOnce(tx, email, now())) || hasEmail;
  }
  if (!reading.isImported) await recordFacts(tx, factsOf(reading, before, member));
  return { hasEmail, isDeferred: false };
}

/** The facts of a reading that other tools are told. They hear of an end by `recordMembership`. */
function factsOf({ userId, bills, now }: ProviderReading, before: MemberState, member: MemberState): Fact[] {
  const payment = (id: string, amount: number, currency: string) => ({ member: userId, invoice: id, amount, currency });
  const facts = bills.paid
    .filter(({ amount_paid }) => amount_paid > 0)
    .map((bill): Fact => {
      const data = payment(bill.id, bill.amount_paid, bill.currency);
      return { type: "payment.paid", userId, key: bill.id, at: paidAt(bill), data };
    });
  const { failed } = bills;
  // A bill of long ago was told of when it failed, and the message is no longer kept.
  if (failed && failed.since > now() - RETRIES_LAST) {
    const data = payment(failed.id, failed.amount, failed.currency);
    facts.unshift({ type: "payment.failed", userId, key: failed.id, at: failed.since, data });
  }
  if (member.cancel_at_period_end && !before.cancel_at_period_end) {
    const data = { member: userId, ends_at: member.subscription_end_date };
    facts.push({ type: "subscription.cancelled", userId, at: now(), data });
  }
  return facts;
}

/** How many months an interval has. */
const MONTHS_OF: Record<string, number> = { day: 12 / 365, week: 12 / 52, month: 1, year: 12 };

function payingFor(subscription: Own<Stripe.Subscription>): PaidMembership {
  // Figures are in yen, and staff have an alert.
  if (subscription.currency !== "jpy") return { isPaying: true, monthlyRevenue: 0 };
  const { interval = "month", interval_count: count = 1 } = subscription.items.data[0]?.price.recurring ?? {};
  const monthlyRevenue = Math.round(ownPrice(subscription).withoutTax / ((MONTHS_OF[interval] ?? 1) * count));
  return { isPaying: true, monthlyRevenue };
}

function endsUnexpectedly(
  before: MemberState & { previous_id: string | null },
  { state, isDeleted }: ProviderReading,
): boolean {
  if (before.subscription_status !== "active" || before.cancel_at_period_end) return false;
  if (isDeleted || state === null) return isDeleted || before.previous_id !== null;
  return memberStateOf(state, before).subscription_status !== "active";
}

async function write(tx: Database, userId: number, member: MemberState): Promise<void> {
  const { subscription_status, subscription_plan, subscription_end_date, cancel_at_period_end } = member;
  await writeMember(tx, [userId, subscription_status, subscription_plan, subscription_end_date, cancel_at_period_end]);
}
