import { GIFT_DAYS } from "@manabiya/contract/billing/gift-terms.ts";
import type { CheckoutStatus } from "@manabiya/contract/billing/subscription.ts";
import { addDays, japanDay, startOfJapanDay } from "@manabiya/contract/rules/japan-day.ts";
import type Stripe from "stripe";
import { randomCode } from "../../accounts/second-factor/recovery-codes.ts";
import { queueMail } from "../../mail/outbox.ts";
import type { Attempt } from "../checkout/attempts.ts";
import { giftMail } from "../emails/document-templates.ts";
import type { Billing } from "../provider/provider.ts";
import { instantOf } from "../sync/provider-state.ts";
import { insertGift } from "./queries.ts";

/** Eighty bits. */
const CODE_LENGTH = 16;

/** "ABCDEFGH…" → "ABCD-EFGH-…" */
export const grouped = (code: string): string => code.replaceAll(/.{4}(?=.)/g, "$&-");

/** @param boughtAt milliseconds since 1970 */
export const validUntil = (boughtAt: number): string =>
  instantOf(startOfJapanDay(addDays(japanDay(boughtAt), GIFT_DAYS)) / 1000);

/**
 * Makes the gift of a paid checkout and mails its code, once, whoever sees the payment first.
 * @param session with its invoice
 */
export async function settleGift(
  { db, site, now, wakeMailSender }: Billing,
  { id, user_id, gift_months }: Attempt,
  session: Stripe.Checkout.Session,
): Promise<CheckoutStatus> {
  if (session.status !== "complete") return session.status === "open" ? "open" : "expired";
  const { invoice } = session;
  // The invoice follows the payment.
  if (session.payment_status !== "paid" || invoice === null || typeof invoice === "string") return "processing";
  const paidAt = invoice.status_transitions.paid_at;
  if (paidAt === null) return "processing";
  const code = randomCode(CODE_LENGTH);
  const until = validUntil(paidAt * 1000);
  await db.transaction(async (tx) => {
    const values = [id, user_id, gift_months, session.id, code, instantOf(paidAt), until];
    const [made] = await insertGift(tx, values);
    const gift = { recipient: made?.email ?? "", code: grouped(code), months: gift_months ?? 0, validUntil: until };
    if (made) await queueMail(tx, { ...giftMail(site, gift), userId: user_id }, {}, now());
  });
  wakeMailSender();
  return "complete";
}
