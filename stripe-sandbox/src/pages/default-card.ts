import type Stripe from "stripe";
import { isLive, updateSubscription } from "../engine/subscriptions.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";

/** Makes a card the customer's default, and that of all live subscriptions if the account does so. @param isAuthenticated 3-D Secure was passed */
export function setDefaultCard(
  world: World,
  customerId: string,
  paymentMethod: string,
  isAuthenticated: boolean,
): void {
  const customer = world.needCustomer(customerId);
  const method = world.need("payment_method", paymentMethod);
  if (method.customer === null) {
    world.emit("payment_method.attached", world.store.put("payment_method", { ...method, customer: customerId }));
  }
  if (isAuthenticated) {
    world.store.put("card_secret", { ...world.need("card_secret", paymentMethod), isAuthenticated: true });
  }
  const settings = { ...customer.invoice_settings, default_payment_method: paymentMethod };
  const updated = world.store.put("customer", { ...customer, invoice_settings: settings });
  world.emit("customer.updated", updated, { invoice_settings: customer.invoice_settings });
  if (world.settings.cardUpdates !== "subscription") return;
  for (const subscription of world.store.ofCustomer("subscription", customerId)) {
    if (isLive(subscription)) updateSubscription(world, subscription, { default_payment_method: paymentMethod });
  }
}

export function defaultCard(world: World, customerId: string): Stripe.PaymentMethod | null {
  const live = world.store.ofCustomer("subscription", customerId).findLast(isLive);
  const id =
    idOf(live?.default_payment_method) ??
    idOf(world.store.get("customer", customerId)?.invoice_settings.default_payment_method);
  return id === null ? null : (world.store.get("payment_method", id) ?? null);
}
