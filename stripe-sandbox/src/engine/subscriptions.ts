import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { listOf } from "../http/lists.ts";
import { idOf, newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { previousAttributes } from "../state/previous-attributes.ts";
import { couponOf, type DiscountChoice, redeem, redeemable } from "./discounts.ts";
import { DRAFT_LIFE, draftInvoice, issueInvoice, type PaymentTypes } from "./invoices.ts";
import { type ItemChange, newItems, taxRates } from "./items.ts";
import { fullLine } from "./plan-change.ts";
import { nextPeriodEnd } from "./periods.ts";

/** Seconds until an unpaid first invoice ends its subscription, and until an unpaid change is dropped. */
export const INCOMPLETE_LIFE = 23 * 3600;

const LIVE = new Set<string>(["active", "past_due", "trialing", "unpaid", "incomplete", "paused"]);

export function isLive(subscription: Stripe.Subscription): boolean {
  return LIVE.has(subscription.status);
}

interface NewSubscription {
  customer: Stripe.Customer;
  items: ItemChange[];
  defaultTaxRates: string[];
  metadata: Record<string, string>;
  description: string | null;
  paymentMethod: string | null;
  cancelAtPeriodEnd: boolean;
  /** Days until its invoices are due; undefined: they are charged automatically. */
  daysUntilDue?: number | undefined;
  /** How its invoices can be paid; null: by card. */
  paymentTypes?: PaymentTypes;
  discounts?: DiscountChoice[];
  /** The Checkout session that sells it. */
  session?: string;
}

/** @returns an incomplete subscription and its first invoice */
export function beginSubscription(world: World, spec: NewSubscription): [Stripe.Subscription, Stripe.Invoice] {
  const id = newId("sub_");
  const now = world.seconds();
  const items = newItems(world, id, spec.items, (recurring) => ({
    start: now,
    end: nextPeriodEnd(now, recurring, now),
  }));
  const rates = taxRates(world, spec.defaultTaxRates);
  const period = { start: now, end: items[0]?.current_period_end ?? now };
  const total = items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0);
  const customer = spec.customer.id;
  const discounts = redeem(world, redeemable(world, spec.discounts ?? [], { customer, total }), {
    customer,
    subscription: id,
    session: spec.session ?? null,
  });
  const { daysUntilDue, paymentTypes = null } = spec;
  const invoiced = {
    discounts,
    customer: spec.customer,
    subscription: { id, metadata: spec.metadata },
    reason: "subscription_create" as const,
    lines: items.map((item) => fullLine({ id, default_tax_rates: rates }, item, period)),
    period: { start: now, end: now },
    daysUntilDue,
    paymentTypes,
  };
  // The first invoice that is sent is a draft too.
  const isSent = daysUntilDue !== undefined;
  const invoice = isSent ? draftInvoice(world, invoiced, now + DRAFT_LIFE) : issueInvoice(world, invoiced);
  const subscription = world.store.put("subscription", {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: spec.cancelAtPeriodEnd ? period.end : null,
    cancel_at_period_end: spec.cancelAtPeriodEnd,
    canceled_at: spec.cancelAtPeriodEnd ? now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: spec.daysUntilDue === undefined ? "charge_automatically" : "send_invoice",
    created: now,
    currency: items[0]?.price.currency ?? "jpy",
    customer: spec.customer.id,
    customer_account: null,
    days_until_due: spec.daysUntilDue ?? null,
    default_payment_method: spec.paymentMethod,
    default_source: null,
    default_tax_rates: rates,
    description: spec.description,
    discounts: discounts
      .filter(({ source }) => couponOf(world, source).duration !== "once")
      .map((discount) => discount.id),
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: listOf(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: invoice.id,
    livemode: false,
    managed_payments: null,
    metadata: spec.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: paymentTypes,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    // The provider does not wait for the payment of an invoice that it sends.
    status: spec.daysUntilDue === undefined ? "incomplete" : "active",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
    trial_start: null,
  });
  world.emit("customer.subscription.created", subscription);
  return [subscription, invoice];
}

/** Emits `customer.subscription.updated` only when a field changes. */
export function updateSubscription(
  world: World,
  subscription: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const before = world.need("subscription", subscription.id);
  const previous = previousAttributes(before, changes);
  if (previous === null) return before;
  const updated = world.store.put("subscription", { ...before, ...changes });
  world.emit("customer.subscription.updated", updated, previous);
  return updated;
}

/** Ends a subscription now. Its open invoices stay open, without further attempts to collect them. */
export function endSubscription(
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason | null,
  details: Partial<Stripe.Subscription.CancellationDetails> = {},
): Stripe.Subscription {
  const now = world.seconds();
  for (const invoice of world.store.ofCustomer("invoice", idOf(subscription.customer))) {
    const isAdvancing = invoice.next_payment_attempt !== null || invoice.auto_advance;
    if (subscriptionOf(invoice) === subscription.id && isAdvancing) {
      world.store.put("invoice", { ...invoice, next_payment_attempt: null, auto_advance: false });
    }
  }
  cancelSchedule(world, subscription, now);
  const ended = world.store.put("subscription", {
    ...world.need("subscription", subscription.id),
    schedule: null,
    status: "canceled",
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    pending_update: null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      ...details,
      reason: subscription.cancel_at_period_end ? "cancellation_requested" : reason,
    },
  });
  world.emit("customer.subscription.deleted", ended);
  return ended;
}

function cancelSchedule(world: World, { schedule: id }: Stripe.Subscription, now: number): void {
  if (id === null) return;
  const schedule = world.need("subscription_schedule", idOf(id));
  const changes = { status: "canceled", canceled_at: now, current_phase: null } as const;
  world.emit("subscription_schedule.canceled", world.store.put("subscription_schedule", { ...schedule, ...changes }));
}

export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

/** @throws 400 when the invoice needs a card and the customer has none */
export function needPaymentMethod(world: World, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  if (invoice.amount_due === 0 || paymentMethodFor(world, subscription) !== null) return;
  throw invalidRequest(
    "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
    { code: "resource_missing" },
  );
}

/** The card for renewals: the subscription's default, otherwise the customer's. */
export function paymentMethodFor(world: World, subscription: Stripe.Subscription): string | null {
  return (
    idOf(subscription.default_payment_method) ??
    idOf(world.store.get("customer", idOf(subscription.customer))?.invoice_settings.default_payment_method)
  );
}
