import { japanDay, startOfJapanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { BillingDocument } from "@manabiya/contract/billing/receipts.ts";
import type Stripe from "stripe";
import { findCustomers } from "../provider/customers.ts";
import { type Billing, idOf } from "../provider/provider.ts";
import { instantOf } from "../sync/provider-state.ts";

/** Seconds. */
export interface Span {
  from: number;
  to: number;
}

/** Of Japan's calendar. @param now milliseconds since 1970 */
export function spanOf({ year, month }: { year?: number | undefined; month?: number | undefined }, now: number): Span {
  const chosen = year ?? Number(japanDay(now).slice(0, 4));
  const [first, next] = month === undefined ? [1, 13] : [month, month + 1];
  return { from: startOfMonth(chosen, first), to: startOfMonth(chosen, next) };
}

/** Seconds. @param month may be 13: January of the next year */
function startOfMonth(year: number, month: number): number {
  const day = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
  return startOfJapanDay(day) / 1000;
}

const ALWAYS: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Seconds from the creation of an invoice to its last retry, with room. */
export const LONGEST_COLLECTION = 60 * 86_400;

/** Our receipts and credit notes of a customer that were issued in a span of time, newest first. */
export async function readDocuments(
  { stripe, ownership }: Pick<Billing, "stripe" | "ownership">,
  customer: string,
  span = ALWAYS,
): Promise<BillingDocument[]> {
  const own = await ownership();
  const documents: BillingDocument[] = [];
  const created = span === ALWAYS ? {} : { created: { gte: span.from - LONGEST_COLLECTION, lt: span.to } };
  const numbers = new Map<string, string>();
  for await (const invoice of stripe.invoices.list({ customer, status: "paid", limit: 100, ...created })) {
    if (own.invoice(invoice) === null) continue;
    numbers.set(invoice.id, invoice.number ?? "");
    if (invoice.total !== 0 && isIn(span, paidAt(invoice))) documents.push(ofInvoice(invoice));
  }
  for await (const note of stripe.creditNotes.list({ customer, limit: 100 })) {
    if (note.status === "void" || !isIn(span, note.created)) continue;
    const id = idOf(note.invoice) ?? "";
    // The list of a year does not reach back to every invoice.
    const found = numbers.has(id) ? null : own.invoice(await stripe.invoices.retrieve(id));
    if (found) numbers.set(id, found.number ?? "");
    if (numbers.has(id)) documents.push(ofCreditNote(note, numbers.get(id) ?? ""));
  }
  return documents.toSorted((a, b) => b.issued_at.localeCompare(a.issued_at));
}

/** The documents of a member's customers, newest first. */
export async function documentsOfAll(
  billing: Pick<Billing, "stripe" | "ownership">,
  customers: string[],
  span?: Span,
): Promise<BillingDocument[]> {
  const documents = await Promise.all(customers.map((customer) => readDocuments(billing, customer, span)));
  return documents.flat().toSorted((a, b) => b.issued_at.localeCompare(a.issued_at));
}

/** All documents of a member. */
export async function readAllDocuments(billing: Billing, userId: number): Promise<BillingDocument[]> {
  return documentsOfAll(billing, (await findCustomers(billing, userId)).ids);
}

export const isIn = ({ from, to }: Span, at: number): boolean => at >= from && at < to;

export const paidAt = ({ status_transitions, created }: Stripe.Invoice): number =>
  status_transitions.paid_at ?? created;

export const taxOf = (of: Pick<Stripe.Invoice, "total" | "total_excluding_tax">): number =>
  of.total - (of.total_excluding_tax ?? of.total);

/** A description without the quantity, which is always one. */
export const describe = ({ lines }: Stripe.Invoice): string =>
  (lines.data.at(-1)?.description ?? "").replace(/^1 [×x] /, "");

function ofInvoice(invoice: Stripe.Invoice): BillingDocument {
  return {
    id: invoice.id,
    kind: invoice.total < 0 ? "credit" : "receipt",
    number: invoice.number ?? "",
    issued_at: instantOf(paidAt(invoice)),
    description: describe(invoice),
    total: invoice.total,
    tax: taxOf(invoice),
    paid: invoice.amount_paid,
    currency: invoice.currency,
    pdf: invoice.invoice_pdf ?? null,
  };
}

function ofCreditNote(note: Stripe.CreditNote, number: string): BillingDocument {
  return {
    id: note.id,
    kind: "credit",
    number: note.number,
    issued_at: instantOf(note.created),
    description: number ? `${number}の返金` : "返金",
    total: -note.total,
    tax: -taxOf(note),
    paid: -note.refunds.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    currency: note.currency,
    pdf: note.pdf,
  };
}
