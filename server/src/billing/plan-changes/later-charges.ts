import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { instantOf } from "../sync/provider-state.ts";

const MONTHS: Record<PaidPlan, number> = { monthly: 1, yearly: 12 };

/** Yen. The provider adds a smaller charge to the customer's balance, so that a later one includes it. */
const MIN_CHARGE = 50;

export interface LaterCharges {
  /** The part of the customer's credit that the invoice leaves. */
  credit: number;
  next_charge_at: string;
  next_charge: number;
  first_due_at: string;
  first_due: number;
}

/** The charges after a previewed invoice. The credit that it leaves pays first. Yen include tax. */
export function laterCharges(invoice: Stripe.Invoice, plan: PaidPlan): LaterCharges & { price: number } {
  // A credit's period ends with the old period, so only the charge has the new dates.
  const bought = invoice.lines.data.find((line) => withTax(line) > 0);
  if (!bought) throw new Error("the provider's preview sells nothing");
  const price = withTax(bought);
  const balance = invoice.ending_balance ?? 0;
  let renewals = 1;
  let due = price + balance;
  for (; due < MIN_CHARGE; due += price) renewals += 1;
  const { start, end } = bought.period;
  return {
    price,
    credit: Math.max(0, -balance),
    next_charge_at: instantOf(end),
    next_charge: renewals === 1 ? due : 0,
    first_due_at: renewals === 1 ? instantOf(end) : addMonths(start, renewals * MONTHS[plan]),
    first_due: due,
  };
}

/** Yen including tax. */
export function withTax({ amount, taxes }: Stripe.InvoiceLineItem): number {
  return amount + sum((taxes ?? []).map((tax) => (tax.tax_behavior === "exclusive" ? tax.amount : 0)));
}

export function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** The same day of a later month, or its last day if it is shorter, as the provider counts. @param from seconds */
function addMonths(from: number, months: number): string {
  const date = new Date(from * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  return date.toISOString();
}
