import type Stripe from "stripe";

/** Rounds halves away from zero, so that a credit rounds like a charge of the same size. */
function roundYen(amount: number): number {
  return Math.sign(amount) * Math.round(Math.abs(amount)) || 0;
}

/** The share of an amount for the time from `at` to the end of the period, by the second. */
export function remainingPart(amount: number, period: { start: number; end: number }, at: number): number {
  const left = Math.min(Math.max(period.end - at, 0), period.end - period.start);
  return roundYen((amount * left) / (period.end - period.start));
}

/** The amount already contains the tax of an inclusive rate. */
export function taxOf(amount: number, rate: Stripe.TaxRate): number {
  return rate.inclusive
    ? roundYen(amount - amount / (1 + rate.percentage / 100))
    : roundYen((amount * rate.percentage) / 100);
}

export function exclusiveTax(taxes: readonly { amount: number; tax_behavior: string }[]): number {
  return taxes.reduce((sum, tax) => sum + (tax.tax_behavior === "exclusive" ? tax.amount : 0), 0);
}

/**
 * Rounds the tax once per rate and invoice, as Japanese law asks. The lines keep the tax that is rounded for each of
 * them, except the last one of a rate, which takes the difference.
 */
export function roundOncePerRate(
  lines: Stripe.InvoiceLineItem[],
  rateOf: (id: string) => Stripe.TaxRate,
): Stripe.InvoiceLineItem[] {
  const left = new Map<string, number>();
  const last = new Map<string, Stripe.InvoiceLineItem.Tax>();
  const taxes = lines.flatMap((line) => line.taxes ?? []);
  for (const tax of taxes) {
    const id = tax.tax_rate_details?.tax_rate ?? "";
    last.set(id, tax);
    const before = left.get(id) ?? taxOf(sumOf(taxes, id), rateOf(id));
    left.set(id, before - tax.amount);
  }
  const corrected = (tax: Stripe.InvoiceLineItem.Tax): Stripe.InvoiceLineItem.Tax => {
    const id = tax.tax_rate_details?.tax_rate ?? "";
    return last.get(id) === tax ? { ...tax, amount: tax.amount + (left.get(id) ?? 0) } : tax;
  };
  return lines.map((line) => (line.taxes === null ? line : { ...line, taxes: line.taxes.map(corrected) }));
}

function sumOf(taxes: readonly Stripe.InvoiceLineItem.Tax[], id: string): number {
  return taxes.reduce((sum, tax) => sum + (tax.tax_rate_details?.tax_rate === id ? (tax.taxable_amount ?? 0) : 0), 0);
}
