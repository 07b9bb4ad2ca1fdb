import type Stripe from "stripe";
import { listOf } from "../http/lists.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import type { Presence } from "./cards.ts";
import { voidInvoice } from "./invoices.ts";
import { attemptPayment, markPaid, type PaymentResult } from "./payments.ts";
import { endSubscription, subscriptionOf, updateSubscription } from "./subscriptions.ts";

const DAY = 86_400;
/** Days after the first failure on which a renewal is reattempted. `afterRetries` follows. */
const RETRY_DAYS = [1, 3, 5, 7] as const;

/** Tries to pay an invoice and updates its subscription. Every charge goes through this function. */
export function collect(
  world: World,
  invoice: Stripe.Invoice,
  paymentMethod: string | null,
  presence: Presence,
): PaymentResult {
  const result = attemptPayment(world, invoice, paymentMethod, presence);
  const id = subscriptionOf(invoice);
  const subscription = id === null ? undefined : world.store.get("subscription", id);
  if (subscription === undefined) return result;
  if (result.kind === "paid") afterPayment(world, subscription, invoice);
  else afterFailure(world, subscription, invoice, presence);
  return result;
}

/** The customer paid an invoice by other means, such as a bank transfer. */
export function collectOutside(world: World, invoice: Stripe.Invoice): void {
  markPaid(world, { ...invoice, amount_paid_off_stripe: invoice.amount_due }, invoice.amount_due, "outside");
  const subscription = world.store.get("subscription", subscriptionOf(invoice) ?? "");
  if (subscription !== undefined) afterPayment(world, subscription, invoice);
}

function afterPayment(world: World, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  if (subscription.pending_update !== null && subscription.latest_invoice === invoice.id) {
    applyPending(world, subscription, subscription.pending_update);
    return;
  }
  const isWaiting = ["incomplete", "past_due", "unpaid"].includes(subscription.status);
  if (isWaiting && subscription.latest_invoice === invoice.id)
    updateSubscription(world, subscription, { status: "active" });
}

function afterFailure(
  world: World,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  presence: Presence,
): void {
  if (subscription.latest_invoice !== invoice.id || subscription.pending_update !== null) return;
  if (invoice.billing_reason === "subscription_create") return;
  if (subscription.status === "active") updateSubscription(world, subscription, { status: "past_due" });
  if (presence !== "off_session" || subscription.status === "unpaid") return;
  const attempted = world.need("invoice", invoice.id);
  const next = RETRY_DAYS[attempted.attempt_count - 1];
  if (next !== undefined) {
    const first = attempted.status_transitions.finalized_at ?? attempted.created;
    world.store.put("invoice", { ...attempted, auto_advance: true, next_payment_attempt: first + next * DAY });
    return;
  }
  world.store.put("invoice", { ...attempted, auto_advance: false, next_payment_attempt: null });
  if (world.settings.afterRetries === "cancel") endSubscription(world, subscription, "payment_failed");
  else if (world.settings.afterRetries === "unpaid") updateSubscription(world, subscription, { status: "unpaid" });
}

function applyPending(
  world: World,
  subscription: Stripe.Subscription,
  pending: Stripe.Subscription.PendingUpdate,
): void {
  const items = pending.subscription_items ?? subscription.items.data;
  const applied = updateSubscription(world, subscription, {
    items: listOf(items, subscription.items.url),
    billing_cycle_anchor: pending.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
    metadata: { ...subscription.metadata, ...pending.metadata },
    pending_update: null,
    ...(subscription.cancel_at_period_end ? { cancel_at: items[0]?.current_period_end ?? null } : {}),
  });
  world.emit("customer.subscription.pending_update_applied", applied);
}

/** Drops a pending change that was not paid; the old price continues. */
export function dropPending(world: World, subscription: Stripe.Subscription): Stripe.Subscription {
  if (subscription.pending_update === null) return subscription;
  const invoice = world.store.get("invoice", idOf(subscription.latest_invoice) ?? "");
  if (invoice?.status === "open") voidInvoice(world, invoice);
  return updateSubscription(world, subscription, { pending_update: null });
}
