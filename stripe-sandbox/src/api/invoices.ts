import type Stripe from "stripe";
import { collect, payOutOfBand } from "../engine/collect.ts";
import { newCustomer } from "../engine/customers.ts";
import { computeInvoice, voidInvoice } from "../engine/invoices.ts";
import { activeDiscounts, type DiscountChoice, discountOf, redeemable } from "../engine/discounts.ts";
import { itemsOfPhase, withDiscountsOfPhase } from "../engine/schedules.ts";
import { paymentsOf } from "../engine/payments.ts";
import { newItems, taxRates } from "../engine/items.ts";
import { fullLine } from "../engine/plan-change.ts";
import { nextPeriodEnd } from "../engine/periods.ts";
import { expireIncomplete, issue } from "../engine/due.ts";
import { paymentMethodFor, subscriptionOf, updateSubscription } from "../engine/subscriptions.ts";
import { requestedChange, CHANGE_FIELDS } from "../engine/update.ts";
import { cardError, invalidRequest } from "../errors.ts";
import { inRange, page, PAGING } from "../http/lists.ts";
import { flag, list, object, oneOf, range, text } from "../http/params.ts";
import { required, route } from "../http/route.ts";
import { idOf, newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";

const PREVIEW = {
  customer: text,
  /** Of somebody who is no customer yet. */
  customer_details: object({ tax_exempt: oneOf("none") }),
  subscription: text,
  preview_mode: oneOf("next"),
  discounts: list(object({ coupon: text, promotion_code: text })),
  subscription_details: object({
    ...CHANGE_FIELDS,
    billing_cycle_anchor: oneOf("now", "unchanged"),
    cancel_at_period_end: flag,
    default_tax_rates: list(text),
  }),
};

export const invoiceRoutes = [
  route("POST /v1/invoices/create_preview", PREVIEW, (world, params) => {
    const details = params.subscription_details ?? {};
    if (params.subscription === undefined) {
      const isNobody = params.customer === undefined && params.customer_details !== undefined;
      const customer = isNobody ? newCustomer(world, {}) : world.needCustomer(required(params.customer, "customer"));
      const preview = previewFirst(world, customer, {
        items: details.items ?? [],
        rates: details.default_tax_rates ?? [],
        discounts: params.discounts ?? [],
      });
      return isNobody ? { ...preview, customer: null } : preview;
    }
    const subscription = world.need("subscription", params.subscription, "subscription");
    if (params.customer !== undefined && params.customer !== subscription.customer) {
      throw invalidRequest("The subscription does not belong to the customer.", { param: "customer" });
    }
    const customer = world.needCustomer(idOf(subscription.customer));
    const anchor = details.billing_cycle_anchor ?? "unchanged";
    if (details.items === undefined && anchor === "unchanged") {
      const end = subscription.items.data[0]?.current_period_end ?? 0;
      const endsBefore = subscription.cancel_at !== null && subscription.cancel_at <= end;
      if (details.cancel_at_period_end ?? endsBefore) throw noUpcoming();
      return previewNext(world, customer, subscription);
    }
    const plan = requestedChange(world, subscription, details, anchor);
    const spec = {
      customer,
      subscription,
      reason: "upcoming" as const,
      lines: plan.lines,
      discounts: activeDiscounts(world, subscription),
      period: { start: subscription.items.data[0]?.current_period_start ?? 0, end: world.seconds() },
      ...(details.proration_date === undefined ? {} : { prorationDate: details.proration_date }),
    };
    return computeInvoice(world, spec, newId("upcoming_in_"));
  }),

  route("GET /v1/invoices/:id", {}, (world, _params, id) => world.need("invoice", id)),

  route(
    "GET /v1/invoices",
    {
      ...PAGING,
      customer: text,
      subscription: text,
      status: oneOf("draft", "open", "paid", "uncollectible", "void"),
      created: range,
    },
    (world, params) => {
      const all =
        params.customer === undefined ? world.store.all("invoice") : world.store.ofCustomer("invoice", params.customer);
      const found = all
        .filter((invoice) => params.status === undefined || invoice.status === params.status)
        .filter((invoice) => params.subscription === undefined || subscriptionOf(invoice) === params.subscription)
        .filter((invoice) => inRange(invoice.created, params.created));
      return page(found.reverse(), params, "/v1/invoices");
    },
  ),

  route("POST /v1/invoices/:id/finalize", { auto_advance: flag }, (world, _params, id) => {
    const draft = world.need("invoice", id);
    if (draft.status !== "draft") {
      throw invalidRequest("This invoice is already finalized.", { code: "invoice_not_editable" });
    }
    issue(world, draft);
    return world.need("invoice", id);
  }),

  route("POST /v1/invoices/:id/void", {}, (world, _params, id) => {
    const voided = voidInvoice(world, needOpen(world, id, "voided"));
    const subscription = world.store.get("subscription", subscriptionOf(voided) ?? "");
    if (subscription?.latest_invoice === id) {
      if (subscription.pending_update !== null) updateSubscription(world, subscription, { pending_update: null });
      else if (subscription.status === "incomplete") expireIncomplete(world, subscription);
      else if (subscription.status === "past_due") updateSubscription(world, subscription, { status: "active" });
    }
    return voided;
  }),

  route(
    "POST /v1/invoices/:id/pay",
    { payment_method: text, off_session: flag, paid_out_of_band: flag },
    (world, params, id) => {
      const invoice = needOpen(world, id, "paid");
      if (params.paid_out_of_band === true) return payOutOfBand(world, invoice);
      const subscription = world.store.get("subscription", subscriptionOf(invoice) ?? "");
      const saved = subscription === undefined ? null : paymentMethodFor(world, subscription);
      const method = params.payment_method ?? saved;
      if (method !== null && world.need("payment_method", method, "payment_method").customer !== invoice.customer) {
        throw invalidRequest("The payment method does not belong to the customer.", { param: "payment_method" });
      }
      const result = collect(world, invoice, method, "on_session");
      if (result.kind === "paid") return world.need("invoice", id);
      // The failed attempt stays recorded although the call fails.
      world.commit();
      if (result.kind === "declined") throw cardError(result.decline);
      throw cardError({
        code: "invoice_payment_intent_requires_action",
        declineCode: "authentication_required",
        message: "This payment requires additional user action before it can be completed successfully.",
      });
    },
  ),

  route(
    "GET /v1/invoice_payments",
    {
      ...PAGING,
      invoice: text,
      payment: object({ type: oneOf("payment_intent"), payment_intent: text }),
      status: oneOf("open", "paid", "canceled"),
    },
    (world, params) => {
      const all = params.invoice === undefined ? world.store.all("invoice_payment") : paymentsOf(world, params.invoice);
      const intent = params.payment?.payment_intent;
      const found = all
        .filter((payment) => params.status === undefined || payment.status === params.status)
        .filter(({ payment }) => intent === undefined || idOf(payment.payment_intent ?? null) === intent);
      return page(found.reverse(), params, "/v1/invoice_payments");
    },
  ),

  route("GET /v1/invoice_payments/:id", {}, (world, _params, id) => world.need("invoice_payment", id)),
];

function needOpen(world: World, id: string, what: string): Stripe.Invoice {
  const invoice = world.need("invoice", id);
  if (invoice.status === "open" || invoice.status === "uncollectible") return invoice;
  if (invoice.status === "paid" && what === "paid") {
    throw invalidRequest("Invoice is already paid", { code: "invoice_already_paid" });
  }
  throw invalidRequest(`You can only pass in open invoices. This invoice isn't open: it can't be ${what}.`, {
    code: "invoice_not_editable",
  });
}

function noUpcoming(): Error {
  return invalidRequest("No upcoming invoices for customer", { code: "invoice_upcoming_none" });
}

function previewNext(world: World, customer: Stripe.Customer, subscription: Stripe.Subscription): Stripe.Invoice {
  const first = subscription.items.data[0];
  if (first === undefined || subscription.status === "canceled") throw noUpcoming();
  const start = first.current_period_end;
  const scheduled = itemsOfPhase(world, subscription, start);
  const items = scheduled ?? subscription.items.data;
  const recurring = items[0]?.price.recurring;
  if (!recurring) throw noUpcoming();
  const anchor = scheduled === null ? subscription.billing_cycle_anchor : start;
  const period = { start, end: nextPeriodEnd(anchor, recurring, start) };
  const lines = items.map((item) => fullLine(subscription, item, period));
  const discounts = activeDiscounts(world, withDiscountsOfPhase(world, subscription, start), start);
  const spec = { customer, subscription, reason: "upcoming" as const, lines, discounts };
  const invoice = computeInvoice(
    world,
    { ...spec, period: { start: first.current_period_start, end: start } },
    newId("upcoming_in_"),
  );
  return { ...invoice, next_payment_attempt: start };
}

/** For a subscription that does not exist yet. */
function previewFirst(
  world: World,
  customer: Stripe.Customer,
  { items, rates, discounts }: { items: Parameters<typeof newItems>[2]; rates: string[]; discounts: DiscountChoice[] },
): Stripe.Invoice {
  const now = world.seconds();
  const planned = newItems(world, "", items, (recurring) => ({ start: now, end: nextPeriodEnd(now, recurring, now) }));
  const [first] = planned;
  if (first === undefined) throw invalidRequest("Missing required param: subscription.", { param: "subscription" });
  const base = { id: "", default_tax_rates: taxRates(world, rates) };
  const period = { start: now, end: first.current_period_end };
  const total = planned.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0);
  const redemptions = redeemable(world, discounts, { customer: customer.id, total });
  return computeInvoice(
    world,
    {
      customer,
      subscription: null,
      reason: "upcoming",
      discounts: redemptions.map((redemption) => discountOf(world, redemption)),
      lines: planned.map((item) => fullLine(base, item, period)),
      period: { start: now, end: now },
    },
    newId("upcoming_in_"),
  );
}
