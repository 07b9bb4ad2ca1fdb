import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { instantOf } from "../sync/provider-state.ts";

export const MONTHS: Record<PaidPlan, number> = { monthly: 1, yearly: 12 };

/** Yen. The provider adds a smaller charge to the customer's balance, so that a later one includes it. */
const MIN_CHARGE = 50;

/** Far more than any credit covers. A plan that stays free has no renewal with a charge. */
const MAX_RENEWALS = 600;

/** A discount that renewals before `end` (seconds) have; the others cost `fullPrice`. */
export interface Discount {
  end: number;
  fullPrice: number;
}

/** The charges after a previewed invoice. The credit that it leaves pays first. Yen include tax. */
export function laterCharges(invoice: Stripe.Invoice, plan: PaidPlan, discount?: Discount) {
  const { price, period } = boughtIn(invoice);
  const balance = invoice.ending_balance ?? 0;
  return { price, ...chargesFrom({ start: period.start, first: 1, plan, balance, price, discount }) };
}

interface Renewals {
  /** Seconds since 1970. The n-th renewal is n periods later. */
  start: number;
  /** The number of the first renewal: 0 if a charge falls on `start`. */
  first: 0 | 1;
  plan: PaidPlan;
  /** Yen that the customer owes; negative: credit. */
  balance: number;
  /** Yen including tax. */
  price: number;
  discount: Discount | undefined;
}

/** `credit`: what is there before these charges. */
export function chargesFrom({ start, first, plan, balance, price, discount }: Renewals) {
  const credit = Math.max(0, -balance);
  let left = balance;
  let next: { next_charge_at: string; next_charge: number } | undefined;
  for (let number: number = first; number < MAX_RENEWALS; number++) {
    const seconds = addMonths(start, number * MONTHS[plan]);
    const owed = left + (discount && seconds >= discount.end ? discount.fullPrice : price);
    const charge = owed < MIN_CHARGE ? 0 : owed;
    left = owed - charge;
    const at = instantOf(seconds);
    next ??= { next_charge_at: at, next_charge: charge };
    if (charge > 0) return { credit, ...next, first_due_at: at, first_due: charge };
  }
  if (!next) throw new Error("there is no renewal");
  return { credit, ...next, first_due_at: next.next_charge_at, first_due: 0 };
}

/** A credit's period ends with the old period, so only the charge has the new dates. */
export function boughtIn({ lines }: Stripe.Invoice): { period: Stripe.InvoiceLineItem.Period; price: number } {
  const bought = lines.data.find(({ amount }) => amount > 0);
  if (!bought) throw new Error("the provider's preview sells nothing");
  return { period: bought.period, price: withTax(bought) };
}

/** Yen after discounts, including tax. */
export function withTax({ amount, discount_amounts, taxes }: Stripe.InvoiceLineItem): number {
  const off = sum((discount_amounts ?? []).map((discount) => discount.amount));
  return amount - off + sum((taxes ?? []).map((tax) => (tax.tax_behavior === "exclusive" ? tax.amount : 0)));
}

export function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/**
 * The same day of a later month, or its last day if it is shorter, as the provider counts.
 * @param from seconds @returns seconds
 */
export function addMonths(from: number, months: number): number {
  const date = new Date(from * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  return date.getTime() / 1000;
}
