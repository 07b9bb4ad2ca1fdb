import type Stripe from "stripe";
import { cardError, invalidRequest, type StripeApiError } from "../errors.ts";
import { listOf } from "../http/lists.ts";
import { clearable, flag, integer, list, metadata, object, oneOf, type Read, text } from "../http/params.ts";
import { mergeMetadata } from "../http/route.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { activeDiscounts } from "./discounts.ts";
import { collect, dropPending } from "./collect.ts";
import { issueInvoice } from "./invoices.ts";
import { taxRates } from "./items.ts";
import { type ChangePlan, planChange } from "./plan-change.ts";
import { INCOMPLETE_LIFE, isLive, needPaymentMethod, paymentMethodFor, updateSubscription } from "./subscriptions.ts";

const ITEM = object({ id: text, price: text, quantity: integer, deleted: flag, tax_rates: list(text), metadata });

export const CHANGE_FIELDS = {
  items: list(ITEM),
  proration_behavior: oneOf("always_invoice", "create_prorations", "none"),
  proration_date: integer,
};

export const UPDATE_FIELDS = {
  ...CHANGE_FIELDS,
  billing_cycle_anchor: object({ type: oneOf("now", "unchanged") }),
  payment_behavior: oneOf("allow_incomplete", "default_incomplete", "error_if_incomplete", "pending_if_incomplete"),
  cancel_at: clearable(integer),
  cancel_at_period_end: flag,
  cancellation_details: object({ comment: clearable(text), feedback: clearable(text) }),
  default_payment_method: clearable(text),
  default_tax_rates: list(text),
  description: clearable(text),
  metadata,
  off_session: flag,
  collection_method: oneOf("charge_automatically", "send_invoice"),
  days_until_due: integer,
  pause_collection: clearable(
    object({ behavior: oneOf("keep_as_draft", "mark_uncollectible", "void"), resumes_at: integer }),
  ),
};

type UpdateParams = Read<typeof UPDATE_FIELDS>;

/** Parameters that Stripe accepts together with `payment_behavior: pending_if_incomplete`. */
const PENDING_ALLOWED = new Set([
  "items",
  "proration_behavior",
  "proration_date",
  "billing_cycle_anchor",
  "payment_behavior",
  "off_session",
  "metadata",
]);

export function applyUpdate(
  world: World,
  subscription: Stripe.Subscription,
  params: UpdateParams,
): Stripe.Subscription {
  if (!isLive(subscription)) {
    throw invalidRequest("A canceled subscription can only update its cancellation_details and metadata.", {
      param: "id",
    });
  }
  refuseWhileScheduled(subscription, params);
  if (params.payment_behavior === "pending_if_incomplete") {
    const refused = Object.keys(params).find((name) => !PENDING_ALLOWED.has(name));
    if (refused !== undefined) {
      throw invalidRequest(`You cannot set \`${refused}\` when \`payment_behavior\` is \`pending_if_incomplete\`.`, {
        param: refused,
      });
    }
  }
  const changesItems = params.items !== undefined || params.billing_cycle_anchor?.type === "now";
  const changed = changesItems ? applyChange(world, subscription, params) : subscription;
  return applySettings(world, changed, params, changed.pending_update !== null && changesItems);
}

function refuseWhileScheduled({ schedule }: Stripe.Subscription, params: UpdateParams): void {
  const name = (["cancel_at", "cancel_at_period_end", "items"] as const).find((key) => params[key] !== undefined);
  if (schedule === null || name === undefined) return;
  throw invalidRequest(
    `The subscription is managed by the subscription schedule \`${idOf(schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    { param: name },
  );
}

function applySettings(
  world: World,
  subscription: Stripe.Subscription,
  params: UpdateParams,
  isPending: boolean,
): Stripe.Subscription {
  const { cancel_at_period_end: cancels, cancellation_details: details } = params;
  const changes: Partial<Stripe.Subscription> = {};
  if (params.metadata !== undefined && !isPending) {
    changes.metadata = mergeMetadata(subscription.metadata, params.metadata);
  }
  if (params.description !== undefined) changes.description = params.description;
  if (params.default_payment_method !== undefined) changes.default_payment_method = params.default_payment_method;
  if (params.collection_method !== undefined) changes.collection_method = params.collection_method;
  if (params.days_until_due !== undefined) changes.days_until_due = params.days_until_due;
  if (params.pause_collection !== undefined) changes.pause_collection = pausedBy(params.pause_collection);
  if (params.default_tax_rates !== undefined) changes.default_tax_rates = taxRates(world, params.default_tax_rates);
  if (cancels !== undefined && cancels !== subscription.cancel_at_period_end) {
    if (cancels && subscription.status === "incomplete") {
      throw invalidRequest("An incomplete subscription cannot be set to cancel at its period end.", {
        param: "cancel_at_period_end",
      });
    }
    changes.cancel_at_period_end = cancels;
    changes.cancel_at = cancels ? (subscription.items.data[0]?.current_period_end ?? null) : null;
    changes.canceled_at = cancels ? world.seconds() : null;
  }
  if (params.cancel_at !== undefined) {
    if (cancels !== undefined) {
      throw invalidRequest("You may only specify one of these parameters: cancel_at, cancel_at_period_end.", {
        param: "cancel_at",
      });
    }
    changes.cancel_at = params.cancel_at;
    changes.cancel_at_period_end = false;
    changes.canceled_at = params.cancel_at === null ? null : world.seconds();
  }
  if (cancels !== undefined || details !== undefined) {
    changes.cancellation_details = {
      feedback_option: null,
      comment: details?.comment ?? null,
      feedback: details?.feedback ?? null,
      reason: (cancels ?? subscription.cancel_at_period_end) ? "cancellation_requested" : null,
    };
  }
  return updateSubscription(world, subscription, changes);
}

function pausedBy(given: UpdateParams["pause_collection"]): Stripe.Subscription.PauseCollection | null {
  if (!given) return null;
  const { behavior, resumes_at = null } = given;
  if (behavior === undefined) throw invalidRequest("Missing required param: pause_collection[behavior].");
  return { behavior, resumes_at };
}

/** Computes the change for an update or a preview without applying it. */
export function requestedChange(
  world: World,
  subscription: Stripe.Subscription,
  params: Read<typeof CHANGE_FIELDS>,
  anchor: "now" | "unchanged",
): ChangePlan {
  const now = world.seconds();
  const first = subscription.items.data[0];
  const at = params.proration_date ?? now;
  if (first !== undefined && (at < first.current_period_start || at > first.current_period_end)) {
    throw invalidRequest("proration_date must be within the current period.", { param: "proration_date" });
  }
  const plan = planChange(world, subscription, {
    items: params.items ?? [],
    anchor,
    at,
    prorates: params.proration_behavior !== "none",
  });
  const waits = !plan.resets && plan.lines.length > 0 && params.proration_behavior !== "always_invoice";
  if (waits) {
    throw invalidRequest("This sandbox has no pending prorations: use proration_behavior always_invoice or none.", {
      param: "proration_behavior",
    });
  }
  return plan;
}

function applyChange(world: World, before: Stripe.Subscription, params: UpdateParams): Stripe.Subscription {
  const subscription = dropPending(world, before);
  const plan = requestedChange(world, subscription, params, params.billing_cycle_anchor?.type ?? "unchanged");
  const changes: Partial<Stripe.Subscription> = {
    items: listOf(plan.items, subscription.items.url),
    billing_cycle_anchor: plan.anchor,
    ...(subscription.cancel_at_period_end ? { cancel_at: plan.period.end } : {}),
  };
  if (plan.lines.length === 0) return updateSubscription(world, subscription, changes);
  const invoice = issueInvoice(world, {
    customer: world.needCustomer(idOf(subscription.customer)),
    subscription,
    reason: "subscription_update",
    lines: plan.lines,
    discounts: activeDiscounts(world, subscription),
    period: { start: subscription.items.data[0]?.current_period_start ?? 0, end: world.seconds() },
    ...(params.proration_date === undefined ? {} : { prorationDate: params.proration_date }),
  });
  needPaymentMethod(world, subscription, invoice);
  const card = paymentMethodFor(world, subscription);
  if (params.payment_behavior === "pending_if_incomplete") {
    const pending: Stripe.Subscription.PendingUpdate = {
      billing_cycle_anchor: plan.resets ? plan.anchor : null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: expiryOf(world, subscription),
      metadata: params.metadata ?? null,
      subscription_items: plan.items,
      trial_end: null,
      trial_from_plan: null,
    };
    const pendingSubscription = world.store.put("subscription", {
      ...subscription,
      latest_invoice: invoice.id,
      pending_update: pending,
    });
    const result = collect(world, invoice, card, "off_session");
    const now = world.need("subscription", pendingSubscription.id);
    if (result.kind !== "paid") {
      world.emit("customer.subscription.updated", now, {
        pending_update: null,
        latest_invoice: subscription.latest_invoice,
      });
    }
    return now;
  }
  updateSubscription(world, subscription, { ...changes, latest_invoice: invoice.id });
  const result = collect(world, invoice, card, "off_session");
  if (params.payment_behavior === "error_if_incomplete" && result.kind !== "paid") {
    throw result.kind === "declined" ? cardError(result.decline) : notAuthenticated();
  }
  return world.need("subscription", subscription.id);
}

/** A pending change expires after 23 hours, or at the end of the period if that is earlier. */
function expiryOf(world: World, subscription: Stripe.Subscription): number {
  const end = subscription.items.data[0]?.current_period_end ?? Number.POSITIVE_INFINITY;
  return Math.min(world.seconds() + INCOMPLETE_LIFE, end);
}

function notAuthenticated(): StripeApiError {
  return cardError({
    code: "subscription_payment_intent_requires_action",
    declineCode: "authentication_required",
    message: "Payment for this subscription requires additional user action before it can be completed successfully.",
  });
}
