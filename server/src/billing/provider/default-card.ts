import type Stripe from "stripe";
import { type Billing, idOf } from "./provider.ts";

interface Seen {
  subscription: Stripe.Subscription | null;
  /** The subscription is seen for the first time. */
  isNew: boolean;
}

/**
 * Lets the card that was chosen last pay the renewals. Checkout sets a card on the subscription, and the provider charges
 * that one; its portal and invoice page may set another one on the customer alone. A new subscription's card becomes the
 * customer's default, so a later difference means that the customer's default was changed.
 * @returns the subscription as it is afterwards
 */
export async function agreeOnCard(
  { stripe }: Billing,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
  { subscription, isNew }: Seen,
): Promise<Stripe.Subscription | null> {
  if (customer.deleted || subscription === null || ENDED.has(subscription.status)) return subscription;
  const pinned = idOf(subscription.default_payment_method);
  const usual = idOf(customer.invoice_settings.default_payment_method);
  if (pinned === null || usual === null || pinned === usual) return subscription;
  const [own, other] = await Promise.all([pinned, usual].map((card) => stripe.paymentMethods.retrieve(card)));
  // A checkout can choose a saved card, so a new subscription's own age counts.
  const chosenAt = isNew ? subscription.created + 1 : (own?.created ?? 0);
  if (chosenAt > (other?.created ?? 0)) {
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: pinned } });
    return subscription;
  }
  return stripe.subscriptions.update(subscription.id, { default_payment_method: "", expand: ["latest_invoice"] });
}

/** A card and the last month in which it is valid, such as "2027-03". */
export interface ExpiringCard {
  id: string;
  expires: string;
}

/** The way in which the next invoice is paid; null: none. */
export async function nextPaymentMethod(
  stripe: Stripe,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
  subscription: Stripe.Subscription,
): Promise<Stripe.PaymentMethod | null> {
  const usual = customer.deleted ? null : customer.invoice_settings.default_payment_method;
  const method = subscription.default_payment_method ?? usual;
  return typeof method === "string" ? stripe.paymentMethods.retrieve(method) : method;
}

/** @returns null for a payment method that is no card */
export function expiryOf({ id, card }: Stripe.PaymentMethod): ExpiringCard | null {
  return card ? { id, expires: `${card.exp_year}-${String(card.exp_month).padStart(2, "0")}` } : null;
}

const ENDED = new Set(["canceled", "incomplete", "incomplete_expired"]);
