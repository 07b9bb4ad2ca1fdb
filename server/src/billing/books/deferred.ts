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
 * for the rest.
 * @param invoices paid before `end` @param entries until `end` @param end seconds
 */
export function deferredOf(invoices: Stripe.Invoice[], entries: BooksEntry[], end: number): number {
  const returned = new Map<string, number>();
  for (const { row, invoice } of entries) {
    if (row.id !== invoice.id) returned.set(invoice.id, (returned.get(invoice.id) ?? 0) - row.total);
  }
  return invoices.reduce((sum, invoice) => {
    const back = invoice.total > 0 ? (returned.get(invoice.id) ?? 0) / invoice.total : 0;
    const later = invoice.lines.data.reduce((yen, line) => yen + laterPart(line, end), 0);
    return sum + Math.round(later * Math.max(0, 1 - back));
  }, 0);
}

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
