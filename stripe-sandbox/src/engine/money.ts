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
