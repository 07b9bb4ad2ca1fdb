import { HOUR } from "@manabiya/contract/rules/japan-day.ts";
import type { Card } from "@manabiya/contract/billing/card-name.ts";
import type Stripe from "stripe";
import { idOf, ignoreRefusal } from "../provider/provider.ts";
import { instantOf, type ProviderState, SUSPENDED } from "./provider-state.ts";

/** A bill that can be paid. */
export type OpenBill = ReturnType<typeof openBill>;

/** A renewal's bill that the provider could not charge. */
export type FailedBill = Awaited<ReturnType<typeof describe>>;

/** News in a subscription's invoices. */
export interface Bills {
  /** Paid during the last days, in the order of their payment. */
  paid: Stripe.Invoice[];
  /** How they were paid, by their ids. */
  ways: Record<string, PaymentWay>;
  failed: FailedBill | null;
  /** The oldest that was sent and is not paid. */
  sent: OpenBill | null;
  /** The end of the last paid period, milliseconds since 1970. */
  paidUntil: number;
  /** The ids of all bills that can still be paid. */
  open: string[];
}

/** `type`: the provider's, such as "card" or "konbini". `offProvider`: paid outside of it, in the invoice's currency. */
export interface PaymentWay {
  type: string;
  card: Card | null;
  offProvider: number;
}

/** Without news. */
export const NO_BILLS: Bills = { paid: [], ways: {}, failed: null, sent: null, paidUntil: 0, open: [] };

/** Milliseconds from the first attempt to the last, as docs/stripe.md asks of the account. */
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
  if (subscription === null || !hasNews(subscription, now)) return NO_BILLS;
  const expand = ["data.amount_paid_off_stripe"];
  const { data } = await stripe.invoices.list({ subscription: subscription.id, limit: READ, expand });
  const paid = data
    .filter((invoice) => invoice.status === "paid" && paidAt(invoice) > now - NEWS)
    .toSorted((a, b) => paidAt(a) - paidAt(b));
  const open = data.filter(({ status }) => status === "open" || status === "uncollectible");
  // While the newest bill is a draft, an older one is the one that failed.
  const failed = isUnpaid(subscription)
    ? open.find(({ attempted, status }) => attempted || status === "uncollectible")
    : undefined;
  const sent = open.findLast((bill) => bill.collection_method === "send_invoice" && bill.status === "open");
  const ways = await Promise.all(paid.map(async (invoice) => [invoice.id, await wayOf(stripe, invoice)] as const));
  const own = data.filter((invoice) => invoice.status === "paid" && sells(invoice, subscription));
  const periods = own.flatMap(({ lines }) => lines.data.map(({ period }) => period));
  return {
    paid,
    ways: Object.fromEntries(ways),
    failed: failed ? await describe(stripe, failed) : null,
    sent: sent ? openBill(sent) : null,
    paidUntil: Math.max(0, ...periods.map(({ end }) => end * 1000)),
    open: open.map(({ id }) => id),
  };
}

/** Whether an invoice begins a period of the subscription's present price. */
export function sells({ lines }: Stripe.Invoice, { items }: Stripe.Subscription): boolean {
  const price = items.data[0]?.price.id;
  return lines.data.some(({ amount, pricing }) => amount > 0 && idOf(pricing?.price_details?.price ?? null) === price);
}

/** Whether 解約 ends a subscription at once. Staff can bill something else in a period that a sent bill paid for. */
export function endsAtOnce(state: ProviderState, bills: Bills, now: number): boolean {
  return state.paymentFailed && !(state.sendsInvoices && bills.paidUntil > now);
}

/** How a paid invoice was paid. */
export async function wayOf(stripe: Stripe, invoice: Stripe.Invoice): Promise<PaymentWay> {
  const offProvider = invoice.amount_paid_off_stripe ?? 0;
  const intents = invoice.amount_paid > offProvider ? await readIntents(stripe, invoice.id) : [];
  const charges = intents.flatMap(({ latest_charge: charge }) => (typeof charge === "object" && charge) || []);
  const details = charges.find(({ paid }) => paid)?.payment_method_details;
  const { brand, last4 } = details?.card ?? {};
  return { type: details?.type ?? "card", card: brand && last4 ? { brand, last4 } : null, offProvider };
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
  if (latest === null || latest.status === "void") return false;
  return latest.status !== "paid" || paidAt(latest) > now - NEWS;
}

async function describe(stripe: Stripe, invoice: Stripe.Invoice) {
  const { next_payment_attempt: retry, status_transitions, created } = invoice;
  const intents = await readIntents(stripe, invoice.id);
  const declined = intents.map(
    ({ latest_charge }) => (typeof latest_charge === "object" && latest_charge?.created) || 0,
  );
  return {
    ...openBill(invoice),
    /** Given up bills are no longer charged, but can be paid. */
    isCharged: invoice.status === "open",
    /** The provider's next attempt, ISO 8601; null: none is planned. */
    retryAt: retry === null ? null : instantOf(retry),
    /** The first attempt, milliseconds since 1970. */
    since: (status_transitions.finalized_at ?? created) * 1000,
    /** The latest declined attempt, milliseconds since 1970; null: none was declined. */
    declinedAt: Math.max(0, ...declined) * 1000 || null,
    needsAuthentication: intents.some(
      ({ status, last_payment_error }) =>
        status === "requires_action" || last_payment_error?.code === "authentication_required",
    ),
  };
}

/**
 * `amount`: including tax. `url`: the provider's page to pay it, with 3-D Secure; null: none. `dueAt`: the last day of one
 * that is sent instead of charged, ISO 8601.
 */
export function openBill({ id, amount_remaining: amount, currency, ...invoice }: Stripe.Invoice) {
  const { hosted_invoice_url: url = null, due_date: due } = invoice;
  return { id, amount, currency, url, dueAt: due === null ? null : instantOf(due) };
}

async function readIntents(stripe: Stripe, invoice: string): Promise<Stripe.PaymentIntent[]> {
  const expand = ["data.payment.payment_intent.latest_charge"];
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 10, expand });
  return data.flatMap(({ payment: { payment_intent: intent } }) => (typeof intent === "object" ? [intent] : []));
}
