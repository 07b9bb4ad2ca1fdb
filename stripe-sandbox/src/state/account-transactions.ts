import type Stripe from "stripe";
import { newId } from "./ids.ts";
import type { World } from "./world.ts";

/** Of a card payment in Japan, as a fraction. */
const FEE = 0.036;

interface Moved {
  type: "charge" | "refund" | "adjustment";
  /** Such as "dispute": finer than the type. */
  category: string;
  /** Yen; negative: the account loses them. */
  amount: number;
  /** The id of the charge, refund or dispute. */
  source: string;
}

/** Records money that enters or leaves the account. */
export function moveMoney(world: World, { type, category, amount, source }: Moved): Stripe.BalanceTransaction {
  const fee = type === "charge" ? Math.round(amount * FEE) : 0;
  return world.store.put("account_transaction", {
    id: newId("txn_"),
    object: "balance_transaction",
    amount,
    available_on: world.seconds(),
    balance_type: "payments",
    created: world.seconds(),
    currency: "jpy",
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: "jpy",
              description: "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: amount - fee,
    reporting_category: category,
    source,
    status: "available",
    type,
  });
}
