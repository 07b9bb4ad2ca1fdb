import { DAY, HOUR } from "@manabiya/contract/rules/japan-day.ts";
import { type Card, cardName } from "@manabiya/contract/billing/card-name.ts";
import type Stripe from "stripe";
import type { SiteSettings } from "../../config/config.ts";
import { type Bills, type FailedBill, paidAt, RETRIES_LAST, type OpenBill } from "../sync/bills.ts";
import type { BillingEmail } from "./queue-once.ts";
import { factsOf } from "./payment-facts.ts";
import {
  finalNoticeMail,
  paymentActionMail,
  paymentFailedMail,
  paymentMail,
  sentBillMail,
} from "./payment-templates.ts";

/**
 * Milliseconds from the first attempt to the last notice. The account retries for a week, so the notice
 * comes before the last attempt. The provider does not tell how many attempts follow.
 */
const FINAL_NOTICE_AFTER = 5 * DAY;

/** Milliseconds for the change of plan, whose mail names the payment too, to be seen. */
const CHANGE_SEEN_WITHIN = HOUR;

/** Milliseconds before the day of a sent bill. */
const DUE_NOTICE = 3 * DAY;

interface Recipient {
  userId: number;
  recipient: string;
  plan: string;
  /** The card that is charged next; null: none. */
  nextCard?: Card | null;
  /** The plan begins with the payment. */
  isFirst?: boolean;
}

/**
 * One mail for each payment. The first one's mail is the thanks mail, and a change of plan has its own. An invoice of
 * nothing, or one that only adds to the balance, has none.
 */
export function emailsForPayments(
  site: SiteSettings,
  { userId, recipient, nextCard = null }: Recipient,
  { paid, ways }: Bills,
  now: number,
): BillingEmail[] {
  return paid
    .filter((invoice) => invoice.total > 0 && invoice.billing_reason !== "subscription_create")
    .filter((invoice) => !isChange(invoice) || paidAt(invoice) < now - CHANGE_SEEN_WITHIN)
    .map((invoice) => {
      const way = ways[invoice.id] ?? null;
      const isOther = way?.card && nextCard && cardName(way.card) !== cardName(nextCard);
      const mail = paymentMail(site, { recipient, facts: factsOf(invoice, way), nextCard: isOther ? nextCard : null });
      // Whichever mail names a change's payment, it is one.
      return { userId, kind: isChange(invoice) ? "plan_changed" : "payment", about: invoice.id, mail };
    });
}

/** Once when a bill was sent, once near its last day, and once after it. */
export function emailForSentBill(site: SiteSettings, to: Recipient, bill: OpenBill, now: number): BillingEmail {
  const due = bill.dueAt === null ? Infinity : Date.parse(bill.dueAt);
  const when = now >= due ? "overdue" : now >= due - DUE_NOTICE ? "due" : "new";
  return {
    userId: to.userId,
    kind: "bill",
    about: `${bill.id} ${when}`,
    mail: sentBillMail(site, when, { isFirst: false, ...to, bill }),
  };
}

export const isChange = ({ billing_reason }: Stripe.Invoice) => billing_reason === "subscription_update";

/** At the first failure, when 3-D Secure is what is missing, and before the last attempt. Each once for a bill. */
export function emailsForFailure(
  site: SiteSettings,
  { userId, recipient, plan }: Recipient,
  bill: FailedBill,
  now: number,
): BillingEmail[] {
  const { id: about } = bill;
  const given = { recipient, plan, bill };
  // An attempt that is due now decides first.
  const isLate = bill.isCharged && now >= bill.since + FINAL_NOTICE_AFTER;
  if (isLate && (isGivenUp(bill, now) || (bill.retryAt !== null && Date.parse(bill.retryAt) > now))) {
    return [{ userId, kind: "payment_final", about, mail: finalNoticeMail(site, given) }];
  }
  return bill.needsAuthentication
    ? [{ userId, kind: "payment_action", about, mail: paymentActionMail(site, given) }]
    : [{ userId, kind: "payment_failed", about, mail: paymentFailedMail(site, given) }];
}

/**
 * No attempt follows although the subscription goes on. The provider ends or suspends a subscription just after the last
 * attempt, so an hour must have passed since. Attempts that wait for 3-D Secure leave no date.
 */
export function isGivenUp({ retryAt, declinedAt, since }: FailedBill, now: number): boolean {
  return retryAt === null && now >= (declinedAt ?? since + RETRIES_LAST) + HOUR;
}
