import type Stripe from "stripe";
import { listOf } from "../http/lists.ts";
import { defaultTaxIds } from "../state/default-tax-ids.ts";
import { idOf, newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { moveBalance } from "./customers.ts";
import { discountAmounts } from "./discounts.ts";
import { invoiceLine, type LineSpec } from "./lines.ts";
import { exclusiveTax, roundOncePerRate } from "./money.ts";
import { createIntent } from "./payment-objects.ts";

/** Yen. Stripe adds a smaller amount to the customer's balance instead of charging it. */
const MIN_CHARGE = 50;

/** Seconds until a draft is finalised. */
export const DRAFT_LIFE = 3_600;

export type PaymentTypes = ("card" | "konbini" | "customer_balance")[] | null;

interface InvoiceSpec {
  customer: Stripe.Customer;
  /** Null: a sale without one, or the preview of one that does not exist yet. */
  subscription: Pick<Stripe.Subscription, "id" | "metadata"> | null;
  reason: Stripe.Invoice.BillingReason;
  lines: LineSpec[];
  /** They apply to the lines that are no prorations. */
  discounts?: readonly Stripe.Discount[];
  period: { start: number; end: number };
  prorationDate?: number;
  /** Days until it is due; undefined: it is charged automatically. */
  daysUntilDue?: number | undefined;
  paymentTypes?: Stripe.Invoice.PaymentSettings["payment_method_types"];
}

/** Computes an invoice without storing it: previews return it, `issueInvoice` stores it. */
export function computeInvoice(world: World, spec: InvoiceSpec, id: string): Stripe.Invoice {
  const { customer, subscription } = spec;
  const discounts = spec.discounts ?? [];
  const lines = roundOncePerRate(
    spec.lines.map((line) =>
      invoiceLine(
        world,
        id,
        line.isProration ? line : { ...line, discounts: discountAmounts(world, discounts, line.amount) },
      ),
    ),
    (rate) => world.need("tax_rate", rate),
  );
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const taxes = lines.flatMap((line) => line.taxes ?? []);
  const off = discounts.map(({ id: discount }) => ({ discount, amount: takenBy(lines, discount) }));
  const total = subtotal - off.reduce((sum, { amount }) => sum + amount, 0) + exclusiveTax(taxes);
  const { due, left } = withBalance(total, customer.balance);
  return {
    id,
    object: "invoice",
    account_country: "JP",
    account_name: world.settings.accountName,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: spec.reason,
    collection_method: spec.daysUntilDue === undefined ? "charge_automatically" : "send_invoice",
    created: world.seconds(),
    currency: spec.lines[0]?.price.currency ?? "jpy",
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: off.map(({ discount }) => discount),
    due_date: spec.daysUntilDue === undefined ? null : world.seconds() + spec.daysUntilDue * 86_400,
    effective_at: null,
    ending_balance: left,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent:
      spec.reason === "manual"
        ? null
        : {
            quote_details: null,
            subscription_details: {
              metadata: subscription?.metadata ?? {},
              subscription: subscription?.id ?? "",
              ...(spec.prorationDate === undefined ? {} : { subscription_proration_date: spec.prorationDate }),
            },
            type: "subscription_details",
          },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: spec.paymentTypes ?? null,
    },
    period_end: spec.period.end,
    period_start: spec.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: total - taxes.reduce((sum, tax) => sum + tax.amount, 0),
    test_clock: null,
    total,
    total_discount_amounts: off,
    total_excluding_tax: total - taxes.reduce((sum, tax) => sum + tax.amount, 0),
    total_pretax_credit_amounts: [],
    total_taxes: sumTaxes(taxes),
    webhooks_delivered_at: null,
  };
}

function takenBy(lines: Stripe.InvoiceLineItem[], id: string): number {
  const amounts = lines.flatMap((line) => line.discount_amounts ?? []);
  return amounts.reduce((sum, { amount, discount }) => sum + (discount === id ? amount : 0), 0);
}

/** @returns the charge, and the customer's balance after it */
export function withBalance(total: number, balance: number): { due: number; left: number } {
  const owed = total + balance;
  return owed >= MIN_CHARGE ? { due: owed, left: 0 } : { due: 0, left: owed };
}

/** Creates and finalises an invoice at once. */
export function issueInvoice(world: World, spec: InvoiceSpec): Stripe.Invoice {
  return finalizeInvoice(world, draftInvoice(world, spec, null), spec.customer.balance);
}

/** Creates an invoice that is finalised later. @param finalizesAt seconds */
export function draftInvoice(world: World, spec: InvoiceSpec, finalizesAt: number | null): Stripe.Invoice {
  const draft = world.store.put("invoice", {
    ...computeInvoice(world, spec, newId("in_")),
    auto_advance: finalizesAt !== null,
    automatically_finalizes_at: finalizesAt,
  });
  world.emit("invoice.created", draft);
  return draft;
}

/** Finalises a draft. The customer's balance of this moment is applied, and a negative total is credited to it. */
export function finalizeInvoice(world: World, draft: Stripe.Invoice, applied?: number): Stripe.Invoice {
  const { id } = draft;
  const customer = world.need("customer", idOf(draft.customer) ?? "");
  const balance = applied ?? customer.balance;
  const access = newId("live_");
  world.store.put("page_access", { id: access, kind: "invoice", target: id, returnUrl: null });
  const page = `${world.settings.publicUrl}/sandbox/stripe/invoice/${access}`;
  const { due, left } = withBalance(draft.total, balance);
  const now = world.seconds();
  const invoice = world.store.put("invoice", {
    ...draft,
    status: "open",
    account_tax_ids: defaultTaxIds(world.store),
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    amount_due: due,
    amount_remaining: due,
    starting_balance: balance,
    ending_balance: left,
    auto_advance: false,
    automatically_finalizes_at: null,
    effective_at: now,
    number: `${customer.invoice_prefix ?? "SANDBOX"}-${String(customer.next_invoice_sequence ?? 1).padStart(4, "0")}`,
    hosted_invoice_url: page,
    invoice_pdf: `${world.settings.publicUrl}/sandbox/stripe/receipt/${access}`,
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  });
  world.store.put("customer", { ...customer, next_invoice_sequence: (customer.next_invoice_sequence ?? 1) + 1 });
  world.emit("invoice.finalized", invoice);
  const moved = left - balance;
  if (moved !== 0) moveBalance(world, customer.id, moved, balanceReason(invoice), id);
  if (invoice.amount_due > 0) createIntent(world, invoice);
  return invoice;
}

function balanceReason({ total, ending_balance }: Stripe.Invoice): Stripe.CustomerBalanceTransaction.Type {
  if (total < 0 || (ending_balance ?? 0) > 0) return "invoice_too_small";
  return "applied_to_invoice";
}

/** Voids an open invoice and returns what it took from the customer's balance. */
export function voidInvoice(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  const voided = world.store.put("invoice", {
    ...invoice,
    status: "void",
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: world.seconds() },
  });
  const applied = invoice.starting_balance - (invoice.ending_balance ?? 0);
  if (applied !== 0 && typeof invoice.customer === "string") {
    moveBalance(world, invoice.customer, applied, "unapplied_from_invoice", invoice.id);
  }
  world.emit("invoice.voided", voided);
  return voided;
}

/** Gives an invoice up. It can still be paid, and the provider no longer charges it. */
export function markUncollectible(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  const marked = world.store.put("invoice", {
    ...invoice,
    status: "uncollectible",
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: world.seconds() },
  });
  world.emit("invoice.marked_uncollectible", marked);
  return marked;
}

function sumTaxes(taxes: Stripe.InvoiceLineItem.Tax[]): Stripe.Invoice.TotalTax[] {
  const sums = new Map<string, Stripe.Invoice.TotalTax>();
  for (const tax of taxes) {
    const rate = tax.tax_rate_details?.tax_rate ?? "";
    const sum = sums.get(rate);
    sums.set(rate, {
      ...tax,
      amount: (sum?.amount ?? 0) + tax.amount,
      taxable_amount: (sum?.taxable_amount ?? 0) + (tax.taxable_amount ?? 0),
    });
  }
  return [...sums.values()];
}
