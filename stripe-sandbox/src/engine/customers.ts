import type Stripe from "stripe";
import { newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";

export function createCustomer(world: World, given: Partial<Stripe.Customer>): Stripe.Customer {
  const customer = world.store.put("customer", newCustomer(world, given));
  world.emit("customer.created", customer);
  return customer;
}

/** A customer that is not stored, such as that of a preview for a visitor. */
export function newCustomer(world: World, given: Partial<Stripe.Customer>): Stripe.Customer {
  return {
    address: null,
    balance: 0,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId("", 8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...given,
    id: newId("cus_"),
    object: "customer",
    created: world.seconds(),
    livemode: false,
  };
}

/** Adds to the customer's balance (positive: debt, negative: credit) and records the transaction. */
export function moveBalance(
  world: World,
  customerId: string,
  amount: number,
  type: Stripe.CustomerBalanceTransaction.Type,
  invoice: string | null,
  more: { description?: string | null; metadata?: Record<string, string> } = {},
): Stripe.CustomerBalanceTransaction {
  const customer = world.need("customer", customerId, "customer");
  const balance = customer.balance + amount;
  const updated = world.store.put("customer", { ...customer, balance, currency: "jpy" });
  world.emit("customer.updated", updated, { balance: customer.balance });
  return world.store.put("balance_transaction", {
    id: newId("cbtxn_"),
    object: "customer_balance_transaction",
    amount,
    checkout_session: null,
    created: world.seconds(),
    credit_note: null,
    currency: "jpy",
    customer: customerId,
    customer_account: null,
    description: more.description ?? null,
    ending_balance: balance,
    invoice,
    livemode: false,
    metadata: more.metadata ?? {},
    type,
  });
}
