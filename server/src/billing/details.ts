import type { SubscriptionDetails } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { findCustomers } from "./provider/customers.ts";
import { expiryOf } from "./provider/default-card.ts";
import { presentPending, unsettledChange } from "./plan-changes/queries.ts";
import { readSchedule, scheduledChange } from "./plan-changes/schedule.ts";
import { ownPrice } from "./provider/own-price.ts";
import type { Billing } from "./provider/provider.ts";
import { readMember, type Running } from "./plan-changes/running-subscription.ts";
import type { Bills } from "./sync/bills.ts";

/** The subscription for the profile page, read from the provider. */
export async function readDetails(billing: Billing, userId: number) {
  const { running, synced } = await readMember(billing, userId);
  return {
    subscription: running && (await describe(billing, running)),
    unpaid_bill: synced && !running ? failedPayment(synced.bills) : null,
    pending_change: presentPending(await unsettledChange(billing.db, userId)),
    credit: synced?.credit ?? 0,
    has_invoices: (await findCustomers(billing, userId)).ids.length > 0,
  };
}

async function describe({ stripe }: Billing, running: Running): Promise<SubscriptionDetails> {
  const { subscription, state, synced } = running;
  const { method, bills, credit } = synced;
  const [next, schedule] = await Promise.all([
    state.cancelAtPeriodEnd ? null : stripe.invoices.createPreview({ subscription: subscription.id }),
    readSchedule(stripe, subscription),
  ]);
  const { includingTax: price, withoutTax: price_without_tax } = ownPrice(subscription);
  return {
    plan: running.plan,
    price,
    price_without_tax,
    next_charge_at: next && state.periodEnd,
    next_charge: next && next.amount_due,
    next_charge_has_coupon: (next?.total_discount_amounts ?? []).some(({ amount }) => amount > 0),
    credit,
    card: method && cardOf(method, next && state.periodEnd),
    scheduled_change: scheduledChange(schedule, running.plan),
    failed_payment: failedPayment(bills),
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

function failedPayment({ failed }: Bills): SubscriptionDetails["failed_payment"] {
  if (failed === null) return null;
  const { amount, url, retryAt: retry_at, needsAuthentication: needs_authentication } = failed;
  return { amount, url, retry_at, needs_authentication };
}
