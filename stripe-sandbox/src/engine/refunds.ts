import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { idOf, newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { moveMoney } from "../state/account-transactions.ts";

interface RefundSpec {
  /** Yen; null: all that is left. */
  amount: number | null;
  reason: Stripe.RefundCreateParams.Reason | null;
  metadata: Record<string, string>;
}

/** @throws 400 when the charge has less left */
export function refundCharge(
  world: World,
  charge: Stripe.Charge,
  { amount: wanted, ...spec }: RefundSpec,
): Stripe.Refund {
  const left = charge.amount - charge.amount_refunded;
  const amount = wanted ?? left;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (amount < 1 || amount > left) {
    throw invalidRequest(`Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${left})`, {
      param: "amount",
    });
  }
  const id = newId("re_");
  const moved = moveMoney(world, { type: "refund", category: "refund", amount: -amount, source: id });
  const refund = world.store.put("refund", {
    id,
    object: "refund",
    amount,
    balance_transaction: moved.id,
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
    ...spec,
  });
  const refunded = world.store.put("charge", {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  });
  world.emit("refund.created", refund);
  world.emit("charge.refunded", refunded, { amount_refunded: charge.amount_refunded, refunded: charge.refunded });
  return refund;
}
