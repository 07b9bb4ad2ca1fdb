import type Stripe from "stripe";
import { newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";

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
