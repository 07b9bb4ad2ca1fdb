import type { SalesRow } from "@manabiya/contract/billing/sales.ts";
import type Stripe from "stripe";
import { type Billing, idOf, listAll } from "../provider/provider.ts";
import { isIn, LONGEST_COLLECTION, paidAt, type Span, taxOf } from "../receipts/documents.ts";
import { noneOfDeleted, readDispute } from "../refunds/payments.ts";
import { invoiceOfIntent } from "../sync/disputes.ts";
import { instantOf } from "../sync/provider-state.ts";
import { type BooksEntry, deferredOf } from "./deferred.ts";

/** Seconds of a yearly period, with room. Earlier payments no longer reach past the end of a span. */
const LONGEST_PERIOD = 400 * 86_400;

/** Seconds of one list of invoices. Lists of several months run at the same time. */
const SLICE = 31 * 86_400;

/** Seconds after which a dispute no longer changes. */
const DISPUTE_TIME = 180 * 86_400;

interface Money {
  /** Seconds. */
  at: number;
  id: string;
  kind: SalesRow["kind"];
  card?: number;
  transfer?: number;
  credit?: number;
}

/**
 * Every payment, refund and use of credit of our invoices in yen in a span, oldest first, and the part of all payments
 * that is for days after it (yen without tax). The sums of `card` are those of the provider's balance transactions.
 * @param customer undefined: all customers
 */
export async function readBooks(
  { stripe, ownership }: Pick<Billing, "stripe" | "ownership">,
  span: Span,
  customer?: string,
): Promise<{ entries: BooksEntry[]; deferred: number }> {
  const owned = await ownership();
  const own = { invoice: (given: Stripe.Invoice) => (given.currency === "jpy" ? owned.invoice(given) : null) };
  const of = customer === undefined ? {} : { customer };
  const since = Math.min(span.from, span.to - LONGEST_PERIOD);
  const created = { gte: since - LONGEST_COLLECTION };
  const [invoices, notes, { refunds, disputes }, rates] = await Promise.all([
    readInvoices(stripe, { from: created.gte, to: span.to }, of),
    listAll(stripe.creditNotes.list({ ...of, created, limit: 100 })),
    customer === undefined ? readReturned(stripe, { from: since, to: span.to }) : readReturnedTo(stripe, customer),
    listAll(stripe.taxRates.list({ limit: 100 })),
  ]);
  const percent = new Map(rates.map(({ id, percentage }) => [id, percentage]));
  const entries: BooksEntry[] = [];
  const add = (invoice: Stripe.Invoice, money: Money, document?: Partial<SalesRow>) => {
    if (money.at >= since && money.at < span.to)
      entries.push({ invoice, row: rowOf(invoice, money, percent, document) });
  };

  const byIntent = new Map<string, Stripe.Invoice | null>();
  const byId = new Map<string, Stripe.Invoice | null>();
  for (const invoice of invoices) {
    const found = own.invoice(invoice);
    byId.set(invoice.id, found);
    for (const intent of intentsOf(invoice)) byIntent.set(intent, found);
    if (found === null || invoice.total === 0) continue;
    const card = cardOf(invoice);
    const transfer = invoice.amount_due - card;
    const credit = invoice.total - card - transfer;
    const kind = invoice.total < 0 ? "change" : "payment";
    const document = { net: invoice.total - taxOf(invoice), tax: taxOf(invoice), ...periodOf(invoice) };
    add(invoice, { at: paidAt(invoice), id: invoice.id, kind, card, transfer, credit }, document);
  }
  /** Refunds and disputes can be later than the lists reach back. */
  const ownInvoice = async (intent: string | null): Promise<Stripe.Invoice | null> => {
    if (intent === null) return null;
    if (!byIntent.has(intent)) {
      const invoice = await invoiceOfIntent(stripe, intent);
      byIntent.set(intent, invoice && own.invoice(invoice));
    }
    return byIntent.get(intent) ?? null;
  };

  /** Customers whose credit was taken back, or changed in the dashboard, beside money that was given back. */
  const refunded = new Map<string, Stripe.Invoice>();
  const documented = new Set<string>();
  for (const note of notes) {
    const id = idOf(note.invoice) ?? "";
    if (note.status === "void") continue;
    for (const { refund } of note.refunds) documented.add(idOf(refund ?? null) ?? "");
    if (note.created >= span.to) continue;
    if (!byId.has(id)) byId.set(id, own.invoice(await stripe.invoices.retrieve(id)));
    const invoice = byId.get(id);
    if (!invoice) continue;
    const card = -note.refunds.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
    if (card !== 0) refunded.set(idOf(invoice.customer) ?? "", invoice);
    const transfer = -(note.out_of_band_amount ?? 0);
    const credit = -note.total - card - transfer;
    const document = { number: note.number, net: taxOf(note) - note.total, tax: -taxOf(note) };
    add(invoice, { at: note.created, id: note.id, kind: "refund", card, transfer, credit }, document);
  }
  for (const { id, amount, created: at, payment_intent, status } of refunds) {
    if (documented.has(id) || status === "failed" || status === "canceled") continue;
    const invoice = await ownInvoice(idOf(payment_intent));
    if (invoice === null) continue;
    add(invoice, { at, id, kind: "refund", card: -amount });
    refunded.set(idOf(invoice.customer) ?? "", invoice);
  }
  for (const { payment_intent, balance_transactions, status } of disputes) {
    const invoice = await ownInvoice(idOf(payment_intent));
    if (invoice === null) continue;
    if (status === "lost") refunded.set(idOf(invoice.customer) ?? "", invoice);
    for (const { id, amount: card, created: at } of balance_transactions) {
      add(invoice, { at, id, kind: card < 0 ? "dispute" : "dispute_returned", card });
    }
  }
  for (const [payer, invoice] of refunded) {
    const moved = listAll(stripe.customers.listBalanceTransactions(payer, { limit: 100 })).catch(noneOfDeleted);
    for (const { id, type, created: at, amount: credit } of await moved) {
      if (type === "adjustment") add(invoice, { at, id, kind: "adjustment", credit });
    }
  }
  const deferred = deferredOf(
    invoices.filter((invoice) => byId.get(invoice.id) && paidAt(invoice) < span.to),
    entries,
    span.to,
  );
  const shown = entries.filter(({ row }) => isIn(span, Date.parse(row.at) / 1000));
  return { entries: shown.toSorted((a, b) => a.row.at.localeCompare(b.row.at)), deferred };
}

/** Money that went back to cards. */
async function readReturned(stripe: Stripe, { from: gte, to: lt }: Span) {
  const [refunds, disputes] = await Promise.all([
    listAll(stripe.refunds.list({ created: { gte, lt }, limit: 100 })),
    listAll(stripe.disputes.list({ created: { gte: gte - DISPUTE_TIME, lt }, limit: 100 })),
  ]);
  return { refunds, disputes };
}

/** The provider lists neither by customer. */
async function readReturnedTo(stripe: Stripe, customer: string): Promise<Awaited<ReturnType<typeof readReturned>>> {
  const charges = await listAll(stripe.charges.list({ customer, limit: 100, expand: ["data.refunds"] }));
  const disputed = await Promise.all(charges.map((charge) => readDispute(stripe, charge)));
  return {
    refunds: charges.flatMap(({ refunds }) => refunds?.data ?? []),
    disputes: disputed.filter((dispute) => dispute !== null),
  };
}

async function readInvoices(stripe: Stripe, { from, to }: Span, of: { customer?: string }): Promise<Stripe.Invoice[]> {
  const starts = Array.from({ length: Math.ceil((to - from) / SLICE) }, (_, index) => from + index * SLICE);
  const lists = await Promise.all(
    starts.map((gte) => {
      const created = { gte, lt: Math.min(gte + SLICE, to) };
      return listAll(stripe.invoices.list({ ...of, status: "paid", created, limit: 100, expand: ["data.payments"] }));
    }),
  );
  return lists.flat();
}

const paymentsOf = ({ payments }: Stripe.Invoice) => payments?.data ?? [];

const intentsOf = (invoice: Stripe.Invoice): string[] =>
  paymentsOf(invoice).flatMap(({ payment }) => idOf(payment.payment_intent ?? null) ?? []);

/** The rest of `amount_due` was paid outside the provider. */
function cardOf(invoice: Stripe.Invoice): number {
  return paymentsOf(invoice).reduce((sum, { status, payment, amount_paid }) => {
    const isOurs = status === "paid" && payment.type !== "payment_record";
    return sum + (isOurs ? (amount_paid ?? 0) : 0);
  }, 0);
}

function rowOf(
  invoice: Stripe.Invoice,
  { at, id, kind, card = 0, transfer = 0, credit = 0 }: Money,
  percent: Map<string, number>,
  document: Partial<SalesRow> = {},
): SalesRow {
  const total = card + transfer + credit;
  // Money without a document has its invoice's share of tax.
  const tax = invoice.total === 0 ? 0 : Math.round((total * taxOf(invoice)) / invoice.total);
  const rates = (invoice.total_taxes ?? []).map(({ tax_rate_details }) =>
    percent.get(tax_rate_details?.tax_rate ?? ""),
  );
  return {
    id,
    at: instantOf(at),
    kind,
    number: invoice.number ?? "",
    name: invoice.customer_name ?? invoice.customer_email ?? "",
    // The provider knows customers alone.
    member: null,
    tax_rate: rates[0] ?? 0,
    net: total - tax,
    tax,
    total,
    card,
    transfer,
    credit,
    from: null,
    to: null,
    ...document,
  };
}

/** Of what was bought, or of what was given back. */
function periodOf({ lines, total }: Stripe.Invoice): Pick<SalesRow, "from" | "to"> {
  const periods = lines.data.filter(({ amount }) => Math.sign(amount) === Math.sign(total)).map(({ period }) => period);
  if (periods.length === 0) return { from: null, to: null };
  return {
    from: instantOf(Math.min(...periods.map(({ start }) => start))),
    to: instantOf(Math.max(...periods.map(({ end }) => end))),
  };
}
