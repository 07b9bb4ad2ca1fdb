import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import type Stripe from "stripe";
import { type Billing, idOf } from "../provider/provider.ts";
import { describe } from "../receipts/documents.ts";
import { instantOf } from "../sync/provider-state.ts";
import { disputeReason, disputeState, holdsMoney } from "./dispute-texts.ts";

/** @returns the page about an object of the provider, or null */
export type PageOf = (id: string) => string | null;

/** A customer's payments to us by card, newest first, with what was refunded and disputed. */
export async function readPayments(
  { stripe, ownership }: Pick<Billing, "stripe" | "ownership">,
  customer: string,
  pageOf: PageOf,
): Promise<Payment[]> {
  const own = await ownership();
  const charges = new Map<string, Stripe.Charge>();
  for await (const charge of stripe.charges.list({ customer, limit: 100 })) {
    const intent = idOf(charge.payment_intent);
    if (charge.paid && intent !== null) charges.set(intent, charge);
  }
  const payments: Payment[] = [];
  const invoices = stripe.invoices.list({ customer, status: "paid", limit: 100, expand: ["data.payments"] });
  for await (const invoice of invoices) {
    const charge = own.invoice(invoice) && chargeOf(invoice, charges);
    if (charge) payments.push(present(invoice, charge, await readDispute(stripe, charge), pageOf));
  }
  return payments;
}

function chargeOf({ payments }: Stripe.Invoice, charges: Map<string, Stripe.Charge>): Stripe.Charge | undefined {
  const intents = (payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent ?? null));
  return intents.map((intent) => charges.get(intent ?? "")).find((charge) => charge !== undefined);
}

export async function readDispute(stripe: Stripe, { id, disputed }: Stripe.Charge): Promise<Stripe.Dispute | null> {
  if (!disputed) return null;
  return (await stripe.disputes.list({ charge: id, limit: 1 })).data[0] ?? null;
}

function present(
  invoice: Stripe.Invoice,
  charge: Stripe.Charge,
  dispute: Stripe.Dispute | null,
  pageOf: PageOf,
): Payment {
  const isHeld = dispute !== null && holdsMoney(dispute.status);
  // Staff can refund a charge in the dashboard without a credit note, and credit an invoice without a refund.
  const left = Math.min(
    charge.amount - charge.amount_refunded,
    invoice.total - invoice.post_payment_credit_notes_amount,
  );
  return {
    invoice: invoice.id,
    number: invoice.number ?? "",
    paid_at: instantOf(invoice.status_transitions.paid_at ?? invoice.created),
    description: describe(invoice),
    amount: charge.amount,
    refunded: charge.amount_refunded,
    refundable: isHeld ? 0 : Math.max(0, left),
    pdf: invoice.invoice_pdf ?? null,
    dispute: dispute && presentDispute(dispute, pageOf),
  };
}

function presentDispute(
  { id, amount, reason, status, evidence_details }: Stripe.Dispute,
  pageOf: PageOf,
): Payment["dispute"] {
  const { due_by } = evidence_details;
  return {
    amount,
    reason: disputeReason(reason),
    status: disputeState(status),
    due_by: due_by === null ? null : instantOf(due_by),
    url: pageOf(id),
  };
}
