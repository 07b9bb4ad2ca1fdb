import type Stripe from "stripe";
import type { Own } from "../../src/billing/provider/ownership.ts";

// The parts of the provider's objects that we read, for rules whose borders the sandbox would reach in many steps only.

/** ISO 8601 → seconds since 1970. */
export const secondsOf = (instant: string) => Date.parse(instant) / 1000;

interface LineGiven {
  /** Seconds since 1970. */
  start?: number;
  end?: number;
  price?: string;
  product?: string;
  /** Exclusive tax, yen. */
  tax?: number;
  inclusiveTax?: number;
  off?: number;
  description?: string;
}

/** A line of an invoice. @param amount yen without tax */
export function line(amount: number, given: LineGiven = {}): Stripe.InvoiceLineItem {
  const { start = 0, end = start + 30 * 86_400, price = "price_monthly", product = "prod_plan" } = given;
  const { tax, inclusiveTax, off, description } = given;
  const taxes = [
    ...(tax === undefined ? [] : [{ amount: tax, tax_behavior: "exclusive" }]),
    ...(inclusiveTax === undefined ? [] : [{ amount: inclusiveTax, tax_behavior: "inclusive" }]),
  ];
  return {
    amount,
    description: description ?? null,
    discount_amounts: off === undefined ? null : [{ amount: off }],
    period: { start, end },
    pricing: { price_details: { price, product } },
    taxes: taxes.length === 0 ? null : taxes,
  } as unknown as Stripe.InvoiceLineItem;
}

export type InvoiceGiven = Omit<Partial<Stripe.Invoice>, "lines"> & {
  lines?: Stripe.InvoiceLineItem[];
  /** Seconds since 1970. */
  paid_at?: number | null;
  tax?: number | null;
};

/** A paid invoice of 1,650 yen. */
export function invoice({ lines = [line(1500)], paid_at = 0, tax = 150, ...given }: InvoiceGiven = {}): Stripe.Invoice {
  return {
    id: "in_1",
    status: "paid",
    billing_reason: "subscription_cycle",
    currency: "jpy",
    collection_method: "charge_automatically",
    amount_paid_off_stripe: 0,
    due_date: null,
    total: 1650,
    amount_due: 1650,
    amount_paid: 1650,
    amount_remaining: 0,
    starting_balance: 0,
    ending_balance: 0,
    number: "M-1",
    hosted_invoice_url: "https://invoice.example/1",
    created: 0,
    status_transitions: { paid_at, finalized_at: null },
    total_taxes: tax === null ? null : [{ amount: tax }],
    next_payment_attempt: null,
    attempted: false,
    ...given,
    lines: { data: lines },
  } as unknown as Stripe.Invoice;
}

type SubscriptionGiven = Partial<Stripe.Subscription> & {
  /** Seconds since 1970. */
  start?: number;
  end?: number;
  price?: string;
  interval?: string;
  intervals?: number;
  unit_amount?: number | null;
};

/** A monthly subscription for 1,500 yen and 10 % tax. */
export function subscription(given: SubscriptionGiven = {}): Own<Stripe.Subscription> {
  const { start = 0, end = 30 * 86_400, price = "price_monthly", interval = "month", intervals = 1, ...rest } = given;
  const { unit_amount = 1500, ...more } = rest;
  const recurring = { interval, interval_count: intervals };
  const tax_rates = [{ inclusive: false, percentage: 10 }];
  const item = { id: "si_1", current_period_start: start, current_period_end: end, quantity: 1, tax_rates };
  return {
    id: "sub_1",
    status: "active",
    created: 0,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    pending_update: null,
    cancellation_details: null,
    latest_invoice: null,
    schedule: null,
    discounts: [],
    currency: "jpy",
    collection_method: "charge_automatically",
    pause_collection: null,
    default_tax_rates: null,
    items: { data: [{ ...item, price: { id: price, product: "prod_plan", unit_amount, recurring } }] },
    ...more,
  } as unknown as Own<Stripe.Subscription>;
}
