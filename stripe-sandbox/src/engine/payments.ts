import type Stripe from "stripe";
import { type Decline } from "../errors.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { openDispute } from "../disputes.ts";
import { createCharge } from "./payment-objects.ts";
import { authorize, isExpired, type Presence, type Authorization } from "./cards.ts";

export type PaymentResult = { kind: "paid" } | { kind: "declined"; decline: Decline } | { kind: "challenge" };

const NO_CARD: Decline = {
  code: "missing",
  declineCode: "no_payment_method",
  message: "There is no payment method on file for this customer.",
};

export function authorizeCard(world: World, paymentMethod: string, presence: Presence): Authorization {
  const secret = world.need("card_secret", paymentMethod, "payment_method");
  const method = world.need("payment_method", paymentMethod, "payment_method");
  return authorize({ ...secret, isExpired: isExpired(method, world.seconds()) }, presence);
}

export function paymentsOf(world: World, invoice: string): Stripe.InvoicePayment[] {
  return world.store.all("invoice_payment").filter((payment) => payment.invoice === invoice);
}

function intentOf(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const id = paymentsOf(world, invoice.id).findLast(({ is_default }) => is_default)?.payment.payment_intent;
  return world.need("payment_intent", idOf(id ?? null) ?? "");
}

/** Tries to pay an open invoice and records the result. It does not change the subscription. */
export function attemptPayment(
  world: World,
  invoice: Stripe.Invoice,
  paymentMethod: string | null,
  presence: Presence,
): PaymentResult {
  if (invoice.amount_due === 0) {
    markPaid(world, invoice, 0);
    return { kind: "paid" };
  }
  const authorization: Authorization =
    paymentMethod === null ? { kind: "declined", decline: NO_CARD } : authorizeCard(world, paymentMethod, presence);
  const intent = intentOf(world, invoice);
  const attempted = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
  if (authorization.kind === "approved" && paymentMethod !== null) {
    const charge = createCharge(world, intent, paymentMethod, null);
    const paid = world.store.put("payment_intent", {
      ...intent,
      status: "succeeded",
      amount_received: intent.amount,
      latest_charge: charge.id,
      payment_method: paymentMethod,
      last_payment_error: null,
      next_action: null,
    });
    world.emit("payment_intent.succeeded", paid);
    world.emit("charge.succeeded", charge);
    markPaid(world, attempted, intent.amount);
    if (world.need("card_secret", paymentMethod).behaviour === "disputed") openDispute(world, charge.id, "fraudulent");
    return { kind: "paid" };
  }
  if (authorization.kind === "challenge") {
    const waiting = world.store.put("payment_intent", {
      ...intent,
      status: "requires_action",
      payment_method: paymentMethod,
      next_action: {
        redirect_to_url: { return_url: null, url: invoice.hosted_invoice_url ?? null },
        type: "redirect_to_url",
      },
    });
    const unpaid = world.store.put("invoice", attempted);
    world.emit("payment_intent.requires_action", waiting);
    world.emit("invoice.payment_action_required", unpaid);
    return { kind: "challenge" };
  }
  const decline = authorization.kind === "declined" ? authorization.decline : NO_CARD;
  const charge = paymentMethod === null ? null : createCharge(world, intent, paymentMethod, decline);
  const failed = world.store.put("payment_intent", {
    ...intent,
    status: "requires_payment_method",
    latest_charge: charge?.id ?? intent.latest_charge,
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: "card_error",
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      ...(charge === null ? {} : { charge: charge.id }),
    },
  });
  const unpaid = world.store.put("invoice", attempted);
  if (charge !== null) world.emit("charge.failed", charge);
  world.emit("payment_intent.payment_failed", failed);
  world.emit("invoice.payment_failed", unpaid);
  return { kind: "declined", decline };
}

/** @param by "outside": no payment of the account paid it, so those that waited are cancelled */
export function markPaid(world: World, invoice: Stripe.Invoice, amount: number, by: "card" | "outside" = "card"): void {
  const now = world.seconds();
  const paid = world.store.put("invoice", {
    ...invoice,
    status: "paid",
    attempted: true,
    amount_paid: amount,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  for (const payment of paymentsOf(world, invoice.id)) {
    world.store.put("invoice_payment", {
      ...payment,
      ...(by === "card"
        ? { amount_paid: amount, status: "paid", status_transitions: { canceled_at: null, paid_at: now } }
        : { status: "canceled", status_transitions: { canceled_at: now, paid_at: null } }),
    });
  }
  world.emit("invoice.paid", paid);
  world.emit("invoice.payment_succeeded", paid);
}
