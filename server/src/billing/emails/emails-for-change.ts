import type { Card } from "@manabiya/contract/billing/card-name.ts";
import { formatMoney } from "@manabiya/contract/rules/prices.ts";
import type Stripe from "stripe";
import type { SiteSettings } from "../../config/config.ts";
import type { Awaited } from "../checkout/by-invoice.ts";
import type { Own } from "../provider/ownership.ts";
import { ownPrice } from "../provider/own-price.ts";
import { invoiceOf } from "../provider/provider.ts";
import { type Bills, sells } from "../sync/bills.ts";
import type { NextCharge } from "../sync/next-charge.ts";
import { type MemberState, periodStart, type ProviderState, SUSPENDED } from "../sync/provider-state.ts";
import { emailForSentBill, emailsForFailure, emailsForPayments, isChange } from "./emails-for-bills.ts";
import { factsOf } from "./payment-facts.ts";
import { suspendedMail } from "./payment-templates.ts";
import type { BillingEmail } from "./queue-once.ts";
import { cancelledMail, endedMail, planChangedMail, thanksMail } from "./templates.ts";

export interface Change {
  userId: number;
  subscription: Own<Stripe.Subscription>;
  state: ProviderState;
  bills: Bills;
  awaited: Awaited | null;
  /** Of a contract that ends. */
  next: NextCharge | null;
  /** The card that is charged next; null: none. */
  nextCard: Card | null;
  /** Yen of the customer's balance. */
  credit: number;
  /** `previous_id`: the subscription that was chosen before. */
  before: MemberState & { email: string; previous_id: string | null };
  /** Milliseconds since 1970. */
  now: number;
}

/** The emails that a change of a member's subscription causes. */
export function emailsForChange(site: SiteSettings, change: Change): BillingEmail[] {
  const { userId, bills, before, state, now } = change;
  const { nextCard } = change;
  const to = { userId, recipient: before.email, plan: state.plan, nextCard };
  const emails = [...emailsForState(site, change), ...emailsForPayments(site, to, bills, now)];
  const { failed, sent } = bills;
  if (sent !== null && state.access === "live") emails.push(emailForSentBill(site, to, sent, now));
  else if (change.awaited?.bill && state.access !== "live") {
    const { bill, plan } = change.awaited;
    emails.push(emailForSentBill(site, { ...to, plan, isFirst: true }, bill, now));
  }
  if (failed === null) return emails;
  if (!SUSPENDED.includes(state.status)) return [...emails, ...emailsForFailure(site, to, failed, now)];
  if (before.subscription_status !== "active") return emails;
  const mail = suspendedMail(site, { ...to, bill: failed });
  return [...emails, { userId, kind: "ended", about: failed.id, mail }];
}

function emailsForState(site: SiteSettings, change: Change): BillingEmail[] {
  const { userId, subscription, state, bills, credit, before, now } = change;
  const { access, plan, subscriptionId, cancelAtPeriodEnd, endsAt } = state;
  const price = formatMoney(ownPrice(subscription).includingTax, state.currency);
  const about = { recipient: before.email, plan, price, state, credit };
  const factsIn = (invoice: Stripe.Invoice | undefined) => (invoice ? factsOf(invoice, bills.ways[invoice.id]) : null);
  const wasActive = before.subscription_status === "active";
  if (access === "ended" && wasActive) {
    const isBillVoid = state.sendsInvoices && invoiceOf(subscription)?.status === "void";
    const isUnpaid = isBillVoid || subscription.cancellation_details?.reason === "payment_failed";
    return [
      {
        userId,
        kind: "ended",
        about: subscriptionId,
        mail: endedMail(site, { ...about, endedAt: state.periodEnd, isUnpaid }),
      },
    ];
  }
  if (access !== "live" || (state.paymentFailed && !state.sendsInvoices)) return [];
  // One that was never synced before is no purchase.
  if (!wasActive || (before.previous_id !== null && before.previous_id !== subscriptionId)) {
    const first = bills.paid.find(({ billing_reason }) => billing_reason === "subscription_create");
    const mail = thanksMail(site, { ...about, payment: factsIn(first) });
    return [{ userId, kind: "thanks", about: subscriptionId, mail }];
  }
  // Both can happen repeatedly to one subscription.
  const occasion = `${subscriptionId} ${new Date(now).toISOString()}`;
  const emails: BillingEmail[] = [];
  if (plan !== before.subscription_plan) {
    const paid = bills.paid.findLast((invoice) => isChange(invoice) && sells(invoice, subscription));
    const end = before.subscription_end_date;
    const isAtPeriodEnd = end !== null && Date.parse(end) <= periodStart(subscription) * 1000;
    const mail = planChangedMail(site, { ...about, isAtPeriodEnd, payment: factsIn(paid) });
    emails.push({ userId, kind: "plan_changed", about: paid?.id ?? occasion, mail });
  }
  if (endsAt !== null && !(cancelAtPeriodEnd && before.cancel_at_period_end)) {
    const mail = cancelledMail(site, { ...about, next: change.next, sent: bills.sent });
    // A date of its own, which later periods come nearer to.
    const once = subscription.cancel_at_period_end ? occasion : `${subscriptionId} ends ${endsAt}`;
    emails.push({ userId, kind: "cancelled", about: once, mail });
  }
  return emails;
}
