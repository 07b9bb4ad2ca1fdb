import { countDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { SalesRow } from "@manabiya/contract/billing/sales.ts";
import type Stripe from "stripe";

/** A row with the invoice that it belongs to. */
export interface BooksEntry {
  row: SalesRow;
  invoice: Stripe.Invoice;
}

/**
 * 前受金 in yen without tax: of each line, its net amount times its days from `end` on, divided by all its days. Days are
 * those of Japan; the day on which a period ends belongs to the next one. A payment that was given back in part counts
 * for the rest. A change of plan that gave credit is a part of the payment that it changed.
 * @param invoices paid before `end` @param entries until `end` @param end seconds
 */
export function deferredOf(invoices: Stripe.Invoice[], entries: BooksEntry[], end: number): number {
  const linesOf = ({ lines }: Stripe.Invoice, sign: 1 | -1) => lines.data.filter(({ amount }) => amount * sign > 0);
  const sold = new Map(invoices.flatMap((invoice) => linesOf(invoice, 1).map((line) => [periodOf(line), invoice])));
  const rootOf = (invoice: Stripe.Invoice): Stripe.Invoice => {
    const [back] = invoice.total < 0 ? linesOf(invoice, -1) : [];
    const root = back && sold.get(periodOf(back));
    return root && root !== invoice ? rootOf(root) : invoice;
  };
  const sums = new Map(invoices.map(({ id }) => [id, { later: 0, total: 0, returned: 0 }]));
  for (const invoice of invoices) {
    const sum = sums.get(rootOf(invoice).id);
    if (!sum) continue;
    sum.total += invoice.total;
    sum.later += invoice.lines.data.reduce((yen, line) => yen + laterPart(line, end), 0);
  }
  for (const { row, invoice } of entries) {
    const sum = sums.get(rootOf(invoice).id);
    if (sum && row.id !== invoice.id) sum.returned -= row.total;
  }
  return [...sums.values()].reduce((yen, { later, total, returned }) => {
    return yen + Math.round(later * Math.max(0, 1 - (total > 0 ? returned / total : 0)));
  }, 0);
}

/** The unused days that a change gives back end with the period that was paid for. */
const periodOf = ({ parent, period }: Stripe.InvoiceLineItem): string =>
  `${parent?.subscription_item_details?.subscription} ${period.end}`;

function laterPart(line: Stripe.InvoiceLineItem, end: number): number {
  const { start, end: last } = line.period;
  const days = daysBetween(start, last);
  if (last <= end || days === 0) return 0;
  return (netOf(line) * daysBetween(Math.max(start, end), last)) / days;
}

const daysBetween = (from: number, to: number): number => countDays(japanDay(from * 1000), japanDay(to * 1000)) - 1;

/** Prices of this product exclude the tax. */
function netOf({ amount, discount_amounts }: Stripe.InvoiceLineItem): number {
  return (discount_amounts ?? []).reduce((yen, discount) => yen - discount.amount, amount);
}
