import type Stripe from "stripe";
import { type Decline, invalidRequest } from "../errors.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { type Presence, refusesAttach } from "./cards.ts";
import { collect } from "./collect.ts";
import { createCustomer } from "./customers.ts";
import { expireIncomplete } from "./due.ts";
import { issueInvoice } from "./invoices.ts";
import { taxRates } from "./items.ts";
import { paymentsOf, authorizeCard } from "./payments.ts";
import { beginSubscription, paymentMethodFor } from "./subscriptions.ts";

type CheckoutResult =
  | { kind: "complete"; session: Stripe.Checkout.Session }
  | { kind: "declined"; decline: Decline }
  | { kind: "challenge" };

/** Pays an open session. A declined card changes nothing, so another one can be tried. */
export function payCheckout(
  world: World,
  session: Stripe.Checkout.Session,
  paymentMethod: string,
  presence: Presence,
): CheckoutResult {
  const secret = world.need("card_secret", paymentMethod);
  const refusal = refusesAttach(secret.behaviour);
  if (refusal !== null) return { kind: "declined", decline: refusal };
  const authorization = authorizeCard(world, paymentMethod, presence);
  if (authorization.kind === "declined") return { kind: "declined", decline: authorization.decline };
  if (authorization.kind === "challenge") return { kind: "challenge" };
  const [subscription, invoice] =
    session.mode === "payment" ? [null, sellOnce(world, session)] : begin(world, session, paymentMethod);
  collect(world, invoice, paymentMethod, presence);
  if (presence === "authenticated") world.store.put("card_secret", { ...secret, isAuthenticated: true });
  const isFree = invoice.amount_due === 0;
  return {
    kind: "complete",
    session: complete(world, session, subscription, invoice, isFree ? "no_payment_required" : "paid"),
  };
}

/** Completes a session with a delayed payment method: the payment is still processing. */
export function payCheckoutLater(
  world: World,
  session: Stripe.Checkout.Session,
  paymentMethod: string,
): Stripe.Checkout.Session {
  const [subscription, invoice] = begin(world, session, paymentMethod);
  for (const payment of paymentsOf(world, invoice.id)) {
    const intent = world.need("payment_intent", idOf(payment.payment.payment_intent) ?? "");
    world.store.put("payment_intent", { ...intent, status: "processing" });
  }
  return complete(world, session, subscription, invoice, "unpaid");
}

/** Settles or fails a delayed payment. */
export function settleAsync(world: World, id: string, isPaid: boolean): void {
  const session = world.need("checkout_session", id);
  const subscription = world.need("subscription", idOf(session.subscription) ?? "");
  const invoice = world.need("invoice", idOf(session.invoice) ?? "");
  if (session.status !== "complete" || session.payment_status !== "unpaid" || invoice.status !== "open") {
    throw invalidRequest("This session does not wait for a payment.", { param: "session" });
  }
  if (isPaid) {
    collect(world, invoice, paymentMethodFor(world, subscription), "authenticated");
    const paid = world.store.put("checkout_session", { ...session, payment_status: "paid" });
    world.emit("checkout.session.async_payment_succeeded", paid);
    return;
  }
  world.emit("invoice.payment_failed", world.store.put("invoice", { ...invoice, attempted: true, attempt_count: 1 }));
  world.emit("checkout.session.async_payment_failed", session);
  expireIncomplete(world, world.need("subscription", subscription.id));
}

function begin(
  world: World,
  session: Stripe.Checkout.Session,
  paymentMethod: string,
): [Stripe.Subscription, Stripe.Invoice] {
  const plan = world.need("checkout_plan", session.id);
  const customer = world.needCustomer(idOf(session.customer) ?? newCustomer(world, session));
  const method = world.store.put("payment_method", {
    ...world.need("payment_method", paymentMethod),
    customer: customer.id,
  });
  world.emit("payment_method.attached", method);
  const isPinned = world.settings.cardUpdates !== "unpinned";
  if (!isPinned) setCustomerDefault(world, customer, paymentMethod);
  return beginSubscription(world, {
    customer,
    items: plan.items.map(({ price, quantity, taxRates }) => ({ price, quantity, tax_rates: taxRates })),
    defaultTaxRates: [],
    metadata: plan.metadata,
    description: plan.description,
    paymentMethod: isPinned ? paymentMethod : null,
    cancelAtPeriodEnd: false,
    discounts: plan.discounts,
    session: session.id,
  });
}

/** The invoice of a single sale. The customer's balance does not pay it, and the card is not saved. */
function sellOnce(world: World, session: Stripe.Checkout.Session): Stripe.Invoice {
  const customer = world.needCustomer(idOf(session.customer) ?? newCustomer(world, session));
  const period = { start: world.seconds(), end: world.seconds() };
  const lines = world.need("checkout_plan", session.id).items.map((item) => {
    const price = world.need("price", item.price);
    return {
      price,
      quantity: item.quantity,
      amount: (price.unit_amount ?? 0) * item.quantity,
      period,
      isProration: false,
      taxRates: taxRates(world, item.taxRates),
      subscription: null,
      subscriptionItem: "",
    };
  });
  const sale = { customer: { ...customer, balance: 0 }, subscription: null, reason: "manual" as const, lines, period };
  const invoice = issueInvoice(world, sale);
  return world.store.put("invoice", { ...invoice, metadata: session.invoice_creation?.invoice_data.metadata ?? {} });
}

function setCustomerDefault(world: World, customer: Stripe.Customer, paymentMethod: string): void {
  const settings = { ...customer.invoice_settings, default_payment_method: paymentMethod };
  const updated = world.store.put("customer", { ...world.needCustomer(customer.id), invoice_settings: settings });
  world.emit("customer.updated", updated, { invoice_settings: customer.invoice_settings });
}

function complete(
  world: World,
  session: Stripe.Checkout.Session,
  subscription: Stripe.Subscription | null,
  invoice: Stripe.Invoice,
  status: Stripe.Checkout.Session.PaymentStatus,
): Stripe.Checkout.Session {
  const done = world.store.put("checkout_session", {
    ...session,
    customer: invoice.customer,
    invoice: invoice.id,
    payment_intent:
      subscription === null ? idOf(paymentsOf(world, invoice.id)[0]?.payment.payment_intent ?? null) : null,
    payment_status: status,
    status: "complete",
    subscription: subscription?.id ?? null,
    url: null,
  });
  world.emit("checkout.session.completed", done);
  return done;
}

/** For a session that was created with an email address alone. */
function newCustomer(world: World, session: Stripe.Checkout.Session): string {
  return createCustomer(world, { email: session.customer_email }).id;
}
