import { invalidRequest } from "../errors.ts";
import { inRange, page, PAGING } from "../http/lists.ts";
import { integer, metadata, oneOf, range, text } from "../http/params.ts";
import { mergeMetadata, route } from "../http/route.ts";
import { refundCharge } from "../engine/refunds.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";

export const refundRoutes = [
  route(
    "POST /v1/refunds",
    {
      charge: text,
      payment_intent: text,
      amount: integer,
      reason: oneOf("duplicate", "fraudulent", "requested_by_customer"),
      metadata,
    },
    (world, params) => {
      const charge = chargeOf(world, params.charge, params.payment_intent);
      return refundCharge(world, charge, {
        amount: params.amount ?? null,
        reason: params.reason ?? null,
        metadata: mergeMetadata({}, params.metadata),
      });
    },
  ),

  route("GET /v1/refunds/:id", {}, (world, _params, id) => world.need("refund", id)),

  route("GET /v1/refunds", { ...PAGING, charge: text, payment_intent: text, created: range }, (world, params) => {
    const found = world.store
      .all("refund")
      .filter((refund) => params.charge === undefined || refund.charge === params.charge)
      .filter((refund) => params.payment_intent === undefined || refund.payment_intent === params.payment_intent)
      .filter((refund) => inRange(refund.created, params.created));
    return page(found.reverse(), params, "/v1/refunds");
  }),

  route("GET /v1/charges/:id", {}, (world, _params, id) => world.need("charge", id)),

  route("GET /v1/charges", { ...PAGING, customer: text, payment_intent: text, created: range }, (world, params) => {
    const all =
      params.customer === undefined ? world.store.all("charge") : world.store.ofCustomer("charge", params.customer);
    const found = all
      .filter((charge) => params.payment_intent === undefined || charge.payment_intent === params.payment_intent)
      .filter((charge) => inRange(charge.created, params.created));
    return page(found.reverse(), params, "/v1/charges");
  }),

  route("GET /v1/payment_intents/:id", {}, (world, _params, id) => world.need("payment_intent", id)),

  route("GET /v1/payment_intents", { ...PAGING, customer: text, created: range }, (world, params) => {
    const all =
      params.customer === undefined
        ? world.store.all("payment_intent")
        : world.store.ofCustomer("payment_intent", params.customer);
    const found = all.filter((intent) => inRange(intent.created, params.created));
    return page(found.reverse(), params, "/v1/payment_intents");
  }),

  route("GET /v1/disputes", { ...PAGING, charge: text, payment_intent: text, created: range }, (world, params) => {
    const found = world.store
      .all("dispute")
      .filter((dispute) => params.charge === undefined || dispute.charge === params.charge)
      .filter((dispute) => params.payment_intent === undefined || dispute.payment_intent === params.payment_intent)
      .filter((dispute) => inRange(dispute.created, params.created));
    return page(found.reverse(), params, "/v1/disputes");
  }),

  route(
    "GET /v1/balance_transactions",
    { ...PAGING, created: range, type: text, source: text },
    (world, { type, source, created, ...paging }) => {
      const found = world.store
        .all("account_transaction")
        .filter((moved) => type === undefined || moved.type === type)
        .filter((moved) => source === undefined || moved.source === source)
        .filter((moved) => inRange(moved.created, created));
      return page(found.reverse(), paging, "/v1/balance_transactions");
    },
  ),

  route("GET /v1/disputes/:id", {}, (world, _params, id) => world.need("dispute", id)),
];

function chargeOf(world: World, charge: string | undefined, intent: string | undefined) {
  if (charge !== undefined && intent === undefined) return paid(world, charge, "charge");
  if (intent === undefined || charge !== undefined) {
    throw invalidRequest("You must provide one of charge or payment_intent.", { param: "charge" });
  }
  const latest = idOf(world.need("payment_intent", intent, "payment_intent").latest_charge);
  if (latest === null)
    throw invalidRequest("This PaymentIntent does not have a successful charge to refund.", {
      param: "payment_intent",
    });
  return paid(world, latest, "payment_intent");
}

function paid(world: World, id: string, param: string) {
  const charge = world.need("charge", id, param);
  if (charge.status === "succeeded") return charge;
  throw invalidRequest("This charge was not successful and cannot be refunded.", { param });
}
