import type Stripe from "stripe";

const REASONS: Record<string, string> = {
  bank_cannot_process: "銀行で処理できない",
  credit_not_processed: "返金が行われていない",
  customer_initiated: "本人からの申し立て",
  duplicate: "二重の請求",
  fraudulent: "不正利用",
  general: "その他",
  incorrect_account_details: "口座情報の誤り",
  insufficient_funds: "残高不足",
  product_not_received: "サービスを受け取っていない",
  product_unacceptable: "サービスの内容が異なる",
  subscription_canceled: "契約終了後の請求",
  unrecognized: "身に覚えのない請求",
};

/** Japanese, for staff. An unknown reason is shown unchanged. */
export const disputeReason = (reason: string): string => REASONS[reason] ?? reason;

/** The bank has the money while it decides, also about an appeal against a loss. */
const WITHDRAWN: readonly string[] = [
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
] satisfies Stripe.Dispute.Status[];

/** An inquiry (`warning_…`) takes no money yet, so its payment can still be refunded. */
export const holdsMoney = (status: string): boolean => WITHDRAWN.includes(status) || status === "lost";

export function disputeState(status: string): "open" | "won" | "lost" {
  if (status === "lost") return "lost";
  return ["won", "warning_closed", "prevented"].includes(status) ? "won" : "open";
}
