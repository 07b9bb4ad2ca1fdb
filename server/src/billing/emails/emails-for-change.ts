import type Stripe from "stripe";
import type { SiteSettings } from "../../config/config.ts";
import type { Own } from "../provider/ownership.ts";
import { ownPrice } from "../provider/own-price.ts";
import { idOf } from "../provider/provider.ts";
import type { Bills } from "../sync/bills.ts";
import { type MemberState, periodStart, type ProviderState, SUSPENDED } from "../sync/provider-state.ts";
import { emailsForFailure, emailsForPayments, isChange } from "./emails-for-bills.ts";
import { factsOf } from "./payment-facts.ts";
import { suspendedMail } from "./payment-templates.ts";
import type { BillingEmail } from "./queue-once.ts";
import { cancelledMail, endedMail, planChangedMail, thanksMail } from "./templates.ts";

interface Change {
  userId: number;
  subscription: Own<Stripe.Subscription>;
  state: ProviderState;
  bills: Bills;
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
  const to = { userId, recipient: before.email, plan: state.plan };
  const emails = [...emailsForState(site, change), ...emailsForPayments(site, to, bills, now)];
  const { failed } = bills;
  if (failed === null) return emails;
  if (!SUSPENDED.includes(state.status)) return [...emails, ...emailsForFailure(site, to, failed, now)];
  if (before.subscription_status !== "active") return emails;
  const mail = suspendedMail(site, { ...to, bill: failed });
  return [...emails, { userId, kind: "ended", about: failed.id, mail }];
}

function emailsForState(site: SiteSettings, change: Change): BillingEmail[] {
  const { userId, subscription, state, bills, credit, before, now } = change;
  const { access, plan, periodEnd: date, subscriptionId, cancelAtPeriodEnd } = state;
  const amount = ownPrice(subscription).includingTax;
  const about = { recipient: before.email, plan, amount, date, credit };
  const wasActive = before.subscription_status === "active";
  if (access === "ended" && wasActive) {
    const isUnpaid = subscription.cancellation_details?.reason === "payment_failed";
    return [{ userId, kind: "ended", about: subscriptionId, mail: endedMail(site, { ...about, isUnpaid }) }];
  }
  if (access !== "live" || state.paymentFailed) return [];
  // One that was never synced before is no purchase.
  if (!wasActive || (before.previous_id !== null && before.previous_id !== subscriptionId)) {
    const first = bills.paid.find(({ billing_reason }) => billing_reason === "subscription_create");
    const mail = thanksMail(site, { ...about, payment: first ? factsOf(first) : null });
    return [{ userId, kind: "thanks", about: subscriptionId, mail }];
  }
  // Both can happen repeatedly to one subscription.
  const occasion = `${subscriptionId} ${new Date(now).toISOString()}`;
  const emails: BillingEmail[] = [];
  if (plan !== before.subscription_plan) {
    const paid = bills.paid.findLast((invoice) => isChange(invoice) && sells(invoice, subscription));
    const end = before.subscription_end_date;
    const isAtPeriodEnd = end !== null && Date.parse(end) <= periodStart(subscription) * 1000;
    const mail = planChangedMail(site, { ...about, isAtPeriodEnd, payment: paid ? factsOf(paid) : null });
    emails.push({ userId, kind: "plan_changed", about: paid?.id ?? occasion, mail });
  }
  if (cancelAtPeriodEnd && !before.cancel_at_period_end) {
    emails.push({ userId, kind: "cancelled", about: occasion, mail: cancelledMail(site, about) });
  }
  return emails;
}

/** Whether the invoice begins a period of the subscription's present price. */
function sells({ lines }: Stripe.Invoice, { items }: Stripe.Subscription): boolean {
  const price = items.data[0]?.price.id;
  return lines.data.some(({ amount, pricing }) => amount > 0 && idOf(pricing?.price_details?.price ?? null) === price);
}
