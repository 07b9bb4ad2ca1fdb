import type Stripe from "stripe";
import { moveMoney } from "./state/account-transactions.ts";
import { idOf, newId } from "./state/ids.ts";
import type { World } from "./state/world.ts";

/** Seconds. */
const EVIDENCE_TIME = 9 * 86_400;

/** The cardholder disputes a charge. */
export function openDispute(world: World, chargeId: string, reason: string): Stripe.Dispute {
  const charge = world.need("charge", chargeId);
  world.store.put("charge", { ...charge, disputed: true });
  const id = newId("dp_");
  const taken = { type: "adjustment", category: "dispute", amount: -charge.amount, source: id } as const;
  const dispute = world.store.put("dispute", {
    id,
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [moveMoney(world, taken)],
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: world.seconds() + EVIDENCE_TIME,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason,
    status: "needs_response",
  });
  world.emit("charge.dispute.created", dispute);
  return dispute;
}

/** The bank decides. The account gets the money back if it wins. */
export function endDispute(world: World, id: string, status: "won" | "lost"): Stripe.Dispute {
  const dispute = world.need("dispute", id);
  const returned = { type: "adjustment", category: "dispute_reversal", amount: dispute.amount, source: id } as const;
  const balance_transactions = [...dispute.balance_transactions];
  if (status === "won") balance_transactions.push(moveMoney(world, returned));
  const closed = world.store.put("dispute", { ...dispute, status, balance_transactions });
  world.emit("charge.dispute.closed", closed);
  return closed;
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
