import { alertStaff } from "../alerts.ts";
import type { Billing } from "../provider/provider.ts";
import { findMember, payerOf } from "./disputes.ts";
import type { Warning } from "./received-event.ts";

/**
 * Alerts staff, once, about a payment of ours that a bank takes for fraud, or about a refund that came back. The subject
 * begins with the charge, whose page at the provider the alert links to.
 */
export async function recordWarning(billing: Billing, warning: Warning): Promise<void> {
  const { charge } = warning;
  // A charge that is refunded or disputed already needs no refund.
  if (charge === null || warning.actionable === false) return;
  const payer = await payerOf(billing, charge);
  if (payer === "of another shop") return;
  const { db, now } = billing;
  const userId = await findMember(db, payer.customer);
  const isFraud = warning.object === "radar.early_fraud_warning";
  const message = isFraud
    ? `カード会社が、支払い（${charge}）を不正利用の疑いと連絡してきました。異議申し立てを受ける前に、会員のページのお支払いから返金することをご検討ください。`
    : `支払い（${charge}）の返金が、カード会社から戻されました。会員に連絡し、別の方法で返金してください。`;
  const alert = isFraud
    ? { kind: "early_fraud_warning", about: charge }
    : { kind: "failed_refund", about: `${charge}:${warning.id}` };
  await alertStaff(db, { ...alert, message, userId }, now());
}
