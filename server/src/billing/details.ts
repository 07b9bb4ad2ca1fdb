import type { SubscriptionDetails } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { findCustomer } from "./provider/customers.ts";
import { presentPending, unsettledChange } from "./plan-changes/queries.ts";
import { readSchedule, scheduledChange } from "./plan-changes/schedule.ts";
import { ownPrice } from "./provider/own-price.ts";
import { type Billing, invoiceOf } from "./provider/provider.ts";
import { instantOf } from "./sync/provider-state.ts";
import { readMember, type Running } from "./plan-changes/running-subscription.ts";

/** The subscription for the profile page, read from the provider. */
export async function readDetails(billing: Billing, userId: number) {
  const { running, credit } = await readMember(billing, userId);
  return {
    subscription: running && (await describe(billing, running)),
    pending_change: presentPending(await unsettledChange(billing.db, userId)),
    credit,
    has_invoices: (await findCustomer(billing, userId)) !== null,
  };
}

async function describe({ stripe }: Billing, running: Running): Promise<SubscriptionDetails> {
  const { subscription, state } = running;
  const [customer, next, schedule] = await Promise.all([
    stripe.customers.retrieve(running.customer),
    state.cancelAtPeriodEnd ? null : stripe.invoices.createPreview({ subscription: subscription.id }),
    readSchedule(stripe, subscription),
  ]);
  const known = customer.deleted ? null : customer;
  const method = subscription.default_payment_method ?? known?.invoice_settings.default_payment_method ?? null;
  const { includingTax: price, withoutTax: price_without_tax } = ownPrice(subscription);
  return {
    plan: running.plan,
    price,
    price_without_tax,
    next_charge_at: next && state.periodEnd,
    next_charge: next && next.amount_due,
    credit: Math.max(0, -(known?.balance ?? 0)),
    card: method === null ? null : cardOf(await methodOf(stripe, method)),
    scheduled_change: scheduledChange(schedule, running.plan),
    failed_payment: state.paymentFailed ? failedPayment(subscription) : null,
  };
}

function methodOf(stripe: Stripe, method: string | Stripe.PaymentMethod) {
  return typeof method === "string" ? stripe.paymentMethods.retrieve(method) : method;
}

function cardOf({ card }: Stripe.PaymentMethod): SubscriptionDetails["card"] {
  if (!card) return null;
  const { brand, last4, exp_month, exp_year } = card;
  return { brand, last4, exp_month, exp_year };
}

function failedPayment(subscription: Stripe.Subscription): SubscriptionDetails["failed_payment"] {
  const invoice = invoiceOf(subscription);
  if (!invoice) return null;
  const retry = invoice.next_payment_attempt;
  return {
    amount: invoice.amount_remaining,
    url: invoice.hosted_invoice_url ?? null,
    retry_at: retry === null ? null : instantOf(retry),
  };
}
