import type Stripe from "stripe";
import { listOf } from "../http/lists.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { activeDiscounts } from "./discounts.ts";
import { collect, dropPending } from "./collect.ts";
import { DRAFT_LIFE, draftInvoice, finalizeInvoice, markUncollectible, voidInvoice } from "./invoices.ts";
import { fullLine, isSameInterval } from "./plan-change.ts";
import { nextPeriodEnd } from "./periods.ts";
import { enterPhase, itemsOfPhase, lastEndOf, releaseSchedule, withDiscountsOfPhase } from "./schedules.ts";
import {
  endSubscription,
  INCOMPLETE_LIFE,
  paymentMethodFor,
  subscriptionOf,
  updateSubscription,
} from "./subscriptions.ts";

const RUNNING = new Set<string>(["active", "past_due", "unpaid"]);

interface Due {
  /** Seconds. */
  at: number;
  work: () => unknown;
}

/** @returns a function that runs all due work, oldest first, each at the instant at which it was due */
export function createSettler(world: World): () => void {
  let version = -1;
  let at: number | null = null;
  return () => {
    if (version === world.store.version && (at === null || at > world.seconds())) return;
    let due = nextDue(world);
    for (; due !== null && due.at <= world.seconds(); due = nextDue(world)) world.at(due.at * 1000, due.work);
    version = world.store.version;
    at = due?.at ?? null;
  };
}

function nextDue(world: World): Due | null {
  let next: Due | null = null;
  const consider = (at: number | null, work: () => unknown): void => {
    if (at !== null && (next === null || at < next.at)) next = { at, work };
  };
  for (const session of world.store.all("checkout_session")) {
    if (session.status === "open") consider(session.expires_at, () => expireSession(world, session));
  }
  for (const invoice of world.store.all("invoice")) {
    if (invoice.status === "open") {
      consider(invoice.next_payment_attempt, () => retry(world, invoice));
      const subscription = world.store.get("subscription", subscriptionOf(invoice) ?? "");
      if (subscription?.status === "active") {
        consider(invoice.due_date, () => updateSubscription(world, subscription, { status: "past_due" }));
      }
    }
    if (invoice.status === "draft" && invoice.auto_advance) {
      consider(invoice.automatically_finalizes_at, () => issue(world, invoice));
    }
  }
  for (const schedule of world.store.all("subscription_schedule")) {
    if (schedule.status === "active" && schedule.end_behavior === "release")
      consider(lastEndOf(schedule), () => releaseSchedule(world, schedule));
  }
  for (const subscription of world.store.all("subscription")) {
    if (subscription.pending_update !== null) {
      consider(subscription.pending_update.expires_at, () => expirePending(world, subscription));
    }
    if (subscription.status === "incomplete") {
      consider(subscription.created + INCOMPLETE_LIFE, () => expireIncomplete(world, subscription));
    }
    if (!RUNNING.has(subscription.status)) continue;
    const end = () => endSubscription(world, subscription, "cancellation_requested");
    consider(subscription.cancel_at, end);
    if (subscription.status === "unpaid") continue;
    consider(subscription.pause_collection?.resumes_at ?? null, () =>
      updateSubscription(world, subscription, { pause_collection: null }),
    );
    consider(subscription.items.data[0]?.current_period_end ?? null, () => renew(world, subscription));
  }
  return next;
}

export function expireSession(world: World, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired = world.store.put("checkout_session", { ...session, status: "expired", url: null });
  world.emit("checkout.session.expired", expired);
  return expired;
}

function retry(world: World, invoice: Stripe.Invoice): void {
  const id = idOf(invoice.parent?.subscription_details?.subscription) ?? "";
  collect(world, invoice, paymentMethodFor(world, world.need("subscription", id)), "off_session");
}

function expirePending(world: World, subscription: Stripe.Subscription): void {
  world.emit("customer.subscription.pending_update_expired", dropPending(world, subscription));
}

/** Ends a subscription whose first payment did not arrive. */
export function expireIncomplete(world: World, subscription: Stripe.Subscription): void {
  const invoice = world.store.get("invoice", idOf(subscription.latest_invoice) ?? "");
  if (invoice?.status === "open") voidInvoice(world, invoice);
  updateSubscription(world, subscription, { status: "incomplete_expired", ended_at: world.seconds() });
}

/** Finalises a draft, and charges it unless it is sent. Nothing is left to pay of one that the balance covers. */
export function issue(world: World, draft: Stripe.Invoice): void {
  const invoice = finalizeInvoice(world, draft);
  if (invoice.collection_method === "charge_automatically" || invoice.amount_due === 0) retry(world, invoice);
}

/** Begins the next period, with the items of a scheduled phase. Its invoice is a draft for an hour, and is then finalised and charged. */
function renew(world: World, subscription: Stripe.Subscription): void {
  const [first] = subscription.items.data;
  if (first === undefined) return;
  const start = first.current_period_end;
  const scheduled = itemsOfPhase(world, subscription, start);
  const recurring = (scheduled?.[0] ?? first).price.recurring;
  if (recurring === null) return;
  // The provider moves the anchor as needed: a price of the same interval keeps the day of the month.
  const keepsAnchor = scheduled === null || isSameInterval(recurring, first.price.recurring);
  const anchor = keepsAnchor ? subscription.billing_cycle_anchor : start;
  const period = { start, end: nextPeriodEnd(anchor, recurring, start) };
  const items = (scheduled ?? subscription.items.data).map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  const phased = withDiscountsOfPhase(world, subscription, start);
  const spec = {
    customer: world.need("customer", idOf(subscription.customer)),
    subscription,
    reason: "subscription_cycle" as const,
    lines: items.map((item) => fullLine(subscription, item, period)),
    discounts: activeDiscounts(world, phased),
    period: { start: first.current_period_start, end: start },
  };
  enterPhase(world, subscription, start);
  const { pause_collection: pause, collection_method } = subscription;
  const daysUntilDue = collection_method === "send_invoice" ? (subscription.days_until_due ?? 0) : undefined;
  const paymentTypes = subscription.payment_settings?.payment_method_types ?? null;
  const draft = draftInvoice(
    world,
    { ...spec, daysUntilDue, paymentTypes },
    pause === null ? start + DRAFT_LIFE : null,
  );
  if (pause?.behavior === "void") voidInvoice(world, finalizeInvoice(world, draft));
  if (pause?.behavior === "mark_uncollectible") markUncollectible(world, finalizeInvoice(world, draft));
  updateSubscription(world, subscription, {
    discounts: phased.discounts,
    items: listOf(items, subscription.items.url),
    billing_cycle_anchor: anchor,
    latest_invoice: draft.id,
  });
}
