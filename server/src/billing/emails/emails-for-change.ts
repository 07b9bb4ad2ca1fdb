import { priceIncludingTax } from "@manabiya/contract/rules/prices.ts";
import type Stripe from "stripe";
import type { SiteSettings } from "../../config/config.ts";
import { text } from "../../db/columns.ts";
import type { Database } from "../../db/open.ts";
import { statement } from "../../db/statement.ts";
import { type Mail, queueMail } from "../../mail/outbox.ts";
import { invoiceOf } from "../provider/provider.ts";
import { instantOf, type MemberState, type ProviderState } from "../sync/provider-state.ts";
import { cancelledMail, endedMail, paymentFailedMail, planChangedMail, thanksMail } from "./templates.ts";

interface BillingEmail {
  kind: "thanks" | "plan_changed" | "cancelled" | "renewal" | "payment_failed" | "ended" | "refunded";
  /** The occasion, such as an invoice's id: each kind is sent once per occasion. */
  about: string;
  userId: number;
  mail: Mail;
}

interface Change {
  userId: number;
  subscription: Stripe.Subscription;
  state: ProviderState;
  before: MemberState & { email: string };
  /** The time of the write, ISO 8601. */
  at: string;
}

/** The emails that a change of a member's subscription causes. */
export function emailsForChange(
  site: SiteSettings,
  { userId, subscription, state, before, at }: Change,
): BillingEmail[] {
  const { access, plan, periodEnd: date, subscriptionId, cancelAtPeriodEnd } = state;
  const invoice = invoiceOf(subscription);
  const amount = plan === "none" ? 0 : priceIncludingTax(plan);
  const about = { recipient: before.email, plan, amount, date };
  const wasActive = before.subscription_status === "active";
  if (state.paymentFailed && invoice) {
    const { next_payment_attempt: retry, amount_remaining } = invoice;
    const again = retry === null ? null : instantOf(retry);
    const mail = paymentFailedMail(site, { ...about, amount: amount_remaining, date: again });
    return [{ userId, kind: "payment_failed", about: invoice.id, mail }];
  }
  if (access === "live" && !wasActive) {
    return [{ userId, kind: "thanks", about: subscriptionId, mail: thanksMail(site, about) }];
  }
  if (access === "ended" && wasActive) {
    return [{ userId, kind: "ended", about: subscriptionId, mail: endedMail(site, about) }];
  }
  if (access !== "live") return [];
  // Both can happen repeatedly to one subscription.
  const occasion = `${subscriptionId} ${at}`;
  const emails: BillingEmail[] = [];
  if (plan !== before.subscription_plan) {
    emails.push({ userId, kind: "plan_changed", about: occasion, mail: planChangedMail(site, about) });
  }
  if (cancelAtPeriodEnd && !before.cancel_at_period_end) {
    emails.push({ userId, kind: "cancelled", about: occasion, mail: cancelledMail(site, about) });
  }
  return emails;
}

const insertEmail = statement(
  "subscription.insert-email",
  { kind: text },
  `insert into billing_letters (kind, about, user_id, queued_at) values ($1, $2, $3, $4)
   on conflict do nothing returning kind`,
);

/**
 * Queues an email unless its kind was queued for the same occasion before.
 * @param tx must be a transaction
 * @param now milliseconds since 1970
 * @returns whether the email was queued
 */
export async function queueOnce(tx: Database, { mail, ...email }: BillingEmail, now: number): Promise<boolean> {
  return (await markOnce(tx, email, now)) && (await queueMail(tx, mail, {}, now)) === 0;
}

/** @returns false when the occasion was marked before */
export async function markOnce(
  tx: Database,
  { kind, about, userId }: Omit<BillingEmail, "mail">,
  now: number,
): Promise<boolean> {
  return (await insertEmail(tx, [kind, about, userId, new Date(now).toISOString()])).length > 0;
}
