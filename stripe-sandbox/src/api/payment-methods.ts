import type Stripe from "stripe";
import { type CardBehaviour, refusesAttach, TEST_CARDS } from "../engine/cards.ts";
import { cardError, invalidRequest } from "../errors.ts";
import { page, PAGING } from "../http/lists.ts";
import { oneOf, text } from "../http/params.ts";
import { required, route } from "../http/route.ts";
import { newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";

export const paymentMethodRoutes = [
  route("GET /v1/payment_methods", { ...PAGING, customer: text, type: oneOf("card") }, (world, params) => {
    const found =
      params.customer === undefined
        ? world.store.all("payment_method")
        : world.store.ofCustomer("payment_method", params.customer);
    return page(found.reverse(), params, "/v1/payment_methods");
  }),

  route("GET /v1/payment_methods/:id", {}, (world, _params, id) => world.need("payment_method", id)),

  route("POST /v1/payment_methods/:id/attach", { customer: text }, (world, params, id) =>
    attachMethod(world, id, world.needCustomer(required(params.customer, "customer")).id),
  ),

  route("POST /v1/payment_methods/:id/detach", {}, (world, _params, id) => {
    const method = world.store.put("payment_method", { ...world.need("payment_method", id), customer: null });
    world.emit("payment_method.detached", method);
    return method;
  }),
];

/** Saves a card for later charges. A test id such as `pm_card_visa` creates a new card each time. */
export function attachMethod(world: World, idOrTestId: string, customer: string): Stripe.PaymentMethod {
  const card = TEST_CARDS.find(({ testId }) => testId === idOrTestId);
  const method =
    card === undefined ? world.need("payment_method", idOrTestId, "payment_method") : newCard(world, card.number);
  const secret = world.need("card_secret", method.id);
  const refusal = refusesAttach(secret.behaviour);
  if (refusal !== null) throw cardError(refusal);
  if (method.customer !== null && method.customer !== customer) {
    throw invalidRequest("The payment method you provided has already been attached to a customer.", {
      param: "payment_method",
    });
  }
  const attached = world.store.put("payment_method", { ...method, customer });
  world.emit("payment_method.attached", attached);
  return attached;
}

interface CardDetails {
  month: number;
  year: number;
  name: string | null;
}

const FAR = { month: 12, year: 2040, name: null };

/** @throws 402 `incorrect_number` for a number that is no test card's */
export function newCard(world: World, number: string, details: CardDetails = FAR): Stripe.PaymentMethod {
  const card = TEST_CARDS.find((candidate) => candidate.number === number);
  if (card === undefined) {
    throw cardError({
      code: "incorrect_number",
      declineCode: "incorrect_number",
      message: "Your card number is incorrect.",
    });
  }
  const behaviour: CardBehaviour = card.behaviour;
  const id = newId("pm_");
  world.store.put("card_secret", { id, behaviour, isAuthenticated: false });
  return world.store.put("payment_method", {
    id,
    object: "payment_method",
    allow_redisplay: "always",
    billing_details: { address: null, email: null, name: details.name, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "JP",
      display_brand: card.brand,
      exp_month: details.month,
      exp_year: details.year,
      fingerprint: card.number.slice(-8),
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  });
}

/** Money that was paid at a convenience store or by bank transfer; it cannot be charged again. */
export function newVoucher(world: World, type: "konbini" | "customer_balance"): Stripe.PaymentMethod {
  const id = newId("pm_");
  world.store.put("card_secret", { id, behaviour: "succeeds", isAuthenticated: false });
  return world.store.put("payment_method", {
    id,
    object: "payment_method",
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    created: world.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type,
    [type]: {},
  });
}
