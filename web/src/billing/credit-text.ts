import { formatYen } from "@manabiya/contract/rules/prices.ts";

/** decisions/037 */
export const REFUNDABLE = "払い戻しをご希望の場合は、お問い合わせください。";

/** For a member whose renewals have ended: the balance waits for another purchase. */
export function waitingCredit(credit: number): string {
  return `残高${formatYen(credit)}は、もう一度お申し込みいただいたときのお支払いに充てられます。${REFUNDABLE}`;
}
