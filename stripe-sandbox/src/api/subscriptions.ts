import type Stripe from "stripe";
import { applyUpdate, UPDATE_FIELDS } from "../engine/update.ts";
import { collect } from "../engine/collect.ts";
import {
  beginSubscription,
  endSubscription,
  isLive,
  needPaymentMethod,
  paymentMethodFor,
} from "../engine/subscriptions.ts";
import { cardError, invalidRequest } from "../errors.ts";
import { inRange, page, PAGING } from "../http/lists.ts";
import { flag, integer, list, metadata, object, oneOf, range, text } from "../http/params.ts";
import { mergeMetadata, required, route } from "../http/route.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";

const STATUSES = [
  "active",
  "all",
  "canceled",
  "ended",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
] as const;

const DETAILS = object({ comment: text, feedback: text });

export const subscriptionRoutes = [
  route(
    "POST /v1/subscriptions",
    {
      customer: text,
      items: list(object({ price: text, quantity: integer, tax_rates: list(text), metadata })),
      default_payment_method: text,
      default_tax_rates: list(text),
      metadata,
      description: text,
      cancel_at_period_end: flag,
      off_session: flag,
      payment_behavior: oneOf("allow_incomplete", "default_incomplete", "error_if_incomplete"),
      collection_method: oneOf("charge_automatically", "send_invoice"),
      days_until_due: integer,
      payment_settings: object({
        payment_method_types: list(oneOf("card", "konbini", "customer_balance")),
        payment_method_options: object({
          customer_balance: object({
            funding_type: oneOf("bank_transfer"),
            bank_transfer: object({ type: oneOf("jp_bank_transfer") }),
          }),
        }),
      }),
    },
    (world, params) => {
      const customer = world.needCustomer(required(params.customer, "customer"));
      const items = required(params.items, "items");
      if (items.length === 0) throw invalidRequest("Missing required param: items.", { param: "items" });
      if (params.default_payment_method !== undefined) needOwnMethod(world, params.default_payment_method, customer.id);
      const [subscription, invoice] = beginSubscription(world, {
        customer,
        items,
        defaultTaxRates: params.default_tax_rates ?? [],
        metadata: mergeMetadata({}, params.metadata),
        description: params.description ?? null,
        paymentMethod: params.default_payment_method ?? null,
        cancelAtPeriodEnd: params.cancel_at_period_end ?? false,
        daysUntilDue:
          params.collection_method === "send_invoice" ? required(params.days_until_due, "days_until_due") : undefined,
        paymentTypes: params.payment_settings?.payment_method_types ?? null,
      });
      if (params.collection_method === "send_invoice") return subscription;
      if (params.payment_behavior === "default_incomplete" && invoice.amount_due > 0) return subscription;
      needPaymentMethod(world, subscription, invoice);
      const result = collect(world, invoice, paymentMethodFor(world, subscription), "off_session");
      if (params.payment_behavior === "error_if_incomplete" && result.kind === "declined")
        throw cardError(result.decline);
      return world.need("subscription", subscription.id);
    },
  ),

  route("GET /v1/subscriptions/:id", {}, (world, _params, id) => world.need("subscription", id)),

  route("POST /v1/subscriptions/:id", UPDATE_FIELDS, (world, params, id) => {
    const subscription = world.need("subscription", id);
    if (params.default_payment_method !== undefined && params.default_payment_method !== null) {
      needOwnMethod(world, params.default_payment_method, idOf(subscription.customer));
    }
    return applyUpdate(world, subscription, params);
  }),

  route(
    "DELETE /v1/subscriptions/:id",
    { cancellation_details: DETAILS, invoice_now: flag, prorate: flag },
    (world, params, id) => {
      const subscription = world.need("subscription", id);
      if (!isLive(subscription)) {
        throw invalidRequest(`No such subscription: '${id}'`, { param: "id", code: "resource_missing" });
      }
      if (params.prorate === true || params.invoice_now === true) {
        throw invalidRequest("This sandbox does not prorate cancellations.", {
          param: params.prorate === true ? "prorate" : "invoice_now",
        });
      }
      return endSubscription(world, subscription, "cancellation_requested", {
        comment: params.cancellation_details?.comment ?? null,
        feedback: params.cancellation_details?.feedback ?? null,
      });
    },
  ),

  route(
    "GET /v1/subscriptions",
    { ...PAGING, customer: text, status: oneOf(...STATUSES), price: text, created: range },
    (world, params) => {
      const all =
        params.customer === undefined
          ? world.store.all("subscription")
          : world.store.ofCustomer("subscription", params.customer);
      const found = all
        .filter((subscription) => hasStatus(subscription, params.status))
        .filter(({ items }) => params.price === undefined || items.data.some(({ price }) => price.id === params.price))
        .filter((subscription) => inRange(subscription.created, params.created));
      return page(found.reverse(), params, "/v1/subscriptions");
    },
  ),
];

/** Without a status, Stripe leaves out canceled subscriptions. */
function hasStatus({ status }: Stripe.Subscription, requested: (typeof STATUSES)[number] | undefined): boolean {
  if (requested === undefined) return status !== "canceled";
  if (requested === "all") return true;
  if (requested === "ended") return status === "canceled" || status === "incomplete_expired";
  return status === requested;
}

function needOwnMethod(world: World, method: string, customer: string): void {
  if (world.need("payment_method", method, "default_payment_method").customer !== customer) {
    throw invalidRequest("The customer does not have a payment method with the ID given.", {
      param: "default_payment_method",
      code: "resource_missing",
    });
  }
}
