import type { SubscriptionDetails } from "@manabiya/contract/billing/subscription.ts";
import { cardName } from "@manabiya/contract/billing/card-name.ts";
import type Stripe from "stripe";
import { findCustomers } from "./provider/customers.ts";
import { expiryOf } from "./provider/default-card.ts";
import { presentPending, unsettledChange } from "./plan-changes/queries.ts";
import { readSchedule, scheduledChange } from "./plan-changes/schedule.ts";
import { ownPrice } from "./provider/own-price.ts";
import { type Billing, invoiceOf } from "./provider/provider.ts";
import { readMember, type Running } from "./plan-changes/running-subscription.ts";
import { endsAtOnce, type FailedBill, type OpenBill, wayOf } from "./sync/bills.ts";
import { nextCharge } from "./sync/next-charge.ts";

/** The subscription for the profile page, read from the provider. */
export async function readDetails(billing: Billing, userId: number) {
  const { running, synced } = await readMember(billing, userId);
  return {
    subscription: running && (await describe(billing, running)),
    unpaid_bill: synced && !running ? presentBill(synced.bills.failed, billing.now()) : null,
    awaited_bill: presentBill(synced?.awaited?.bill ?? null, billing.now()),
    pending_change: presentPending((await unsettledChange(billing.db, [userId]))[0]),
    credit: synced?.credit ?? 0,
    has_invoices: (await findCustomers(billing, userId)).ids.length > 0,
  };
}

async function describe({ stripe, now }: Billing, running: Running): Promise<SubscriptionDetails> {
  const { subscription, state, synced } = running;
  const { method, bills, credit } = synced;
  const latest = invoiceOf(subscription);
  const [next, schedule, way] = await Promise.all([
    nextCharge(stripe, subscription, state),
    readSchedule(stripe, subscription),
    latest?.status === "paid" && method?.card ? wayOf(stripe, latest) : null,
  ]);
  const isOther = way?.card && method?.card && cardName(way.card) !== cardName(method.card);
  const { includingTax: price, withoutTax: price_without_tax } = ownPrice(subscription);
  return {
    plan: running.plan,
    price,
    price_without_tax,
    currency: state.currency,
    ends_at: state.endsAt,
    collection_pause: state.pausedUntil === undefined ? null : { until: state.pausedUntil },
    sends_invoices: state.sendsInvoices,
    sent_bill: presentBill(bills.sent, now()),
    ends_at_once: endsAtOnce(state, bills, now()),
    next_charge_at: next && next.at,
    next_charge: next && next.invoice.amount_due,
    next_charge_has_coupon: (next?.invoice.total_discount_amounts ?? []).some(({ amount }) => amount > 0),
    credit,
    card: method && cardOf(method, next && next.at),
    paid_by_other: isOther ? way.card : null,
    scheduled_change: scheduledChange(schedule, running.plan),
    failed_payment: presentBill(bills.failed, now()),
  };
}

/** @param renewal ISO 8601; null: the card is not charged again */
function cardOf(method: Stripe.PaymentMethod, renewal: string | null): SubscriptionDetails["card"] {
  const { card } = method;
  if (!card) return null;
  const { brand, last4, exp_month, exp_year } = card;
  const expires = expiryOf(method)?.expires ?? "";
  const is_expiring = renewal !== null && expires <= monthOf(renewal);
  return { brand, last4, exp_month, exp_year, is_expiring };
}

const month = new Intl.DateTimeFormat("sv-SE", { year: "numeric", month: "2-digit", timeZone: "Asia/Tokyo" });

/** The month in Japan, such as "2027-03". @param instant ISO 8601 */
function monthOf(instant: string): string {
  return month.format(Date.parse(instant));
}

function presentBill(
  bill: (OpenBill & Partial<FailedBill>) | null,
  now: number,
): SubscriptionDetails["failed_payment"] {
  if (bill === null) return null;
  const { amount, currency, url, dueAt: due_at, retryAt: retry_at = null, isCharged: is_charged = false } = bill;
  const is_overdue = due_at !== null && Date.parse(due_at) <= now;
  const needs_authentication = bill.needsAuthentication ?? false;
  return { amount, currency, url, due_at, is_overdue, retry_at, is_charged, needs_authentication };
}
