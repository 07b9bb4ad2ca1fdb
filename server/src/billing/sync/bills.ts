import type Stripe from "stripe";
import { ignoreRefusal } from "../provider/provider.ts";
import { instantOf, SUSPENDED } from "./provider-state.ts";

/** A renewal's bill that the provider could not charge. */
export interface FailedBill {
  id: string;
  /** Yen. */
  amount: number;
  /** The provider's page to pay it, with 3-D Secure; null: none. */
  url: string | null;
  /** The provider's next attempt, ISO 8601; null: none is planned. */
  retryAt: string | null;
  /** The first attempt, milliseconds since 1970. */
  since: number;
  /** The latest declined attempt, milliseconds since 1970; null: none was declined. */
  declinedAt: number | null;
  needsAuthentication: boolean;
}

/** News in a subscription's invoices. */
export interface Bills {
  /** Paid during the last days, in the order of their payment. */
  paid: Stripe.Invoice[];
  failed: FailedBill | null;
  /** The ids of all bills that can still be paid. */
  open: string[];
}

const HOUR = 60 * 60 * 1000;

/** Milliseconds from the first attempt to the last, as OPERATIONS asks of the account. */
export const RETRIES_LAST = 7 * 24 * HOUR;

/**
 * Milliseconds for which a payment is news. Events are repeated for three days and the nightly job syncs every customer,
 * so a payment is seen in time, and old payments cause no mails after an upgrade or a restored backup.
 */
const NEWS = 72 * HOUR;

/** A bill of several periods without a payment has a page of its own: the list need not reach further back. */
const READ = 20;

/** Reads a subscription's bills if there is news. @param now milliseconds since 1970 */
export async function readBills(stripe: Stripe, subscription: Stripe.Subscription | null, now: number): Promise<Bills> {
  if (subscription === null || !hasNews(subscription, now)) return { paid: [], failed: null, open: [] };
  const { data } = await stripe.invoices.list({ subscription: subscription.id, limit: READ });
  const paid = data
    .filter((invoice) => invoice.status === "paid" && paidAt(invoice) > now - NEWS)
    .toSorted((a, b) => paidAt(a) - paidAt(b));
  const open = data.filter(({ status }) => status === "open");
  // While the newest bill is a draft, an older one is the one that failed.
  const failed = isUnpaid(subscription) ? open.find(({ attempted }) => attempted) : undefined;
  return { paid, failed: failed ? await describe(stripe, failed) : null, open: open.map(({ id }) => id) };
}

/** Bills of an ended subscription must not be paid by their old links. The provider refuses a second call. */
export async function voidBills(stripe: Stripe, { open }: Bills): Promise<void> {
  for (const id of open) await stripe.invoices.voidInvoice(id).catch(ignoreRefusal);
}

/** Milliseconds since 1970; 0: not paid. */
export function paidAt({ status_transitions }: Stripe.Invoice): number {
  return (status_transitions.paid_at ?? 0) * 1000;
}

function isUnpaid({ status }: Stripe.Subscription): boolean {
  return status === "past_due" || SUSPENDED.includes(status);
}

/** Without news a sync needs no further call. */
function hasNews(subscription: Stripe.Subscription, now: number): boolean {
  const { latest_invoice: latest } = subscription;
  if (isUnpaid(subscription) || typeof latest === "string") return true;
  return latest !== null && (latest.status === "open" || latest.status === "draft" || paidAt(latest) > now - NEWS);
}

async function describe(stripe: Stripe, invoice: Stripe.Invoice): Promise<FailedBill> {
  const { id, amount_remaining: amount, next_payment_attempt: retry, status_transitions, created } = invoice;
  const intents = await readIntents(stripe, id);
  const declined = intents.map(
    ({ latest_charge }) => (typeof latest_charge === "object" && latest_charge?.created) || 0,
  );
  return {
    id,
    amount,
    url: invoice.hosted_invoice_url ?? null,
    retryAt: retry === null ? null : instantOf(retry),
    since: (status_transitions.finalized_at ?? created) * 1000,
    declinedAt: Math.max(0, ...declined) * 1000 || null,
    needsAuthentication: intents.some(
      ({ status, last_payment_error }) =>
        status === "requires_action" || last_payment_error?.code === "authentication_required",
    ),
  };
}

async function readIntents(stripe: Stripe, invoice: string): Promise<Stripe.PaymentIntent[]> {
  const expand = ["data.payment.payment_intent.latest_charge"];
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 10, expand });
  return data.flatMap(({ payment: { payment_intent: intent } }) => (typeof intent === "object" ? [intent] : []));
}
