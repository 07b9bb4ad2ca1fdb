import type { MemberCredit, Payment } from "@manabiya/contract/staff/members/payments.ts";
import type Stripe from "stripe";
import type { Own } from "../provider/ownership.ts";
import { type Billing, idOf, isMissing, listAll } from "../provider/provider.ts";
import { describe } from "../receipts/documents.ts";
import { instantOf } from "../sync/provider-state.ts";
import { type Credit, sum, TAKEN_FROM, unusedCredit } from "./credit.ts";
import { disputeReason, disputeState, holdsMoney } from "./dispute-texts.ts";

/** @returns the page about an object of the provider, or null */
export type PageOf = (id: string) => string | null;

/** An invoice of ours that a card paid, and what became of the money. Yen. */
export interface PaidInvoice {
  invoice: Own<Stripe.Invoice>;
  charge: Stripe.Charge;
  dispute: Stripe.Dispute | null;
  /** Went back to the card, by refunds and a lost dispute. */
  returned: number;
  /** Given to the balance by credit notes and not taken back, used or not. */
  noted: number;
  /** The unused credit that came from it. */
  credits: Credit[];
  notes: Stripe.CreditNote[];
}

/** Yen of unused credit that changes of plan made of a payment. */
const creditOf = ({ credits }: Pick<PaidInvoice, "credits">): number =>
  sum(credits.filter(({ cause }) => cause === "change"));

/** Yen of a payment that are neither given back nor credit; negative: more was given than paid. */
export const remainingOf = (paid: PaidInvoice): number =>
  paid.charge.amount - paid.returned - paid.noted - creditOf(paid);

/** A customer's payments to us by card, newest first, with the entries of the customer's balance, newest first. */
export async function readPaid(
  { stripe, ownership }: Pick<Billing, "stripe" | "ownership">,
  customer: string,
): Promise<{ paid: PaidInvoice[]; transfers: Own<Stripe.Invoice>[]; entries: Stripe.CustomerBalanceTransaction[] }> {
  const [own, charges, invoices, notes, entries] = await Promise.all([
    ownership(),
    listAll(stripe.charges.list({ customer, limit: 100, expand: ["data.refunds"] })),
    listAll(
      stripe.invoices.list({
        customer,
        status: "paid",
        limit: 100,
        expand: ["data.payments", "data.amount_paid_off_stripe"],
      }),
    ),
    listAll(stripe.creditNotes.list({ customer, limit: 100 })),
    listAll(stripe.customers.listBalanceTransactions(customer, { limit: 100 })).catch(noneOfDeleted),
  ]);
  const byIntent = new Map(charges.filter(({ paid }) => paid).map((charge) => [idOf(charge.payment_intent), charge]));
  const subscriptions = new Map(invoices.map((invoice) => [invoice.id, subscriptionOf(invoice)]));
  const sold = invoices.flatMap((given) => {
    const invoice = own.invoice(given);
    return invoice === null ? [] : [{ invoice, charge: chargeOf(invoice, byIntent) }];
  });
  const sources = sold
    .filter(({ invoice }) => invoice.total > 0)
    .map(({ invoice, charge }) => ({
      id: invoice.id,
      subscription: subscriptionOf(invoice),
      paidAt: invoice.status_transitions.paid_at ?? invoice.created,
      amount: charge?.amount ?? (invoice.payments?.data.length ? invoice.amount_paid : 0),
    }));
  const { unused, taken } = unusedCredit({
    entries: entries.toReversed(),
    sources: sources.toReversed(),
    notes,
    subscriptionOf: (invoice) => subscriptions.get(invoice) ?? null,
  });
  const paid = await Promise.all(
    sold.flatMap(({ invoice, charge }) => {
      if (charge === undefined) return [];
      const about = notes.filter((note) => idOf(note.invoice) === invoice.id && note.status !== "void");
      const credits = unused.filter((credit) => credit.invoice === invoice.id);
      const takenNotes = sum(taken.filter(({ cause, invoice: from }) => cause === "note" && from === invoice.id));
      return [withDispute(stripe, { invoice, charge, notes: about, credits }, takenNotes)];
    }),
  );
  const transfers = sold.map(({ invoice }) => invoice).filter((invoice) => (invoice.amount_paid_off_stripe ?? 0) > 0);
  return { paid, transfers, entries };
}

async function withDispute(
  stripe: Stripe,
  given: Pick<PaidInvoice, "invoice" | "charge" | "notes" | "credits">,
  takenNotes: number,
): Promise<PaidInvoice> {
  const dispute = await readDispute(stripe, given.charge);
  const lost = dispute?.status === "lost" ? dispute.amount : 0;
  const noted = given.notes.reduce((yen, { total, refunds }) => {
    return yen + total - refunds.reduce((refunded, { amount_refunded }) => refunded + amount_refunded, 0);
  }, -takenNotes);
  return { ...given, dispute, noted, returned: given.charge.amount_refunded + lost };
}

/** A customer's payments to us by card, newest first, with what was refunded and disputed. */
export async function readPayments(
  billing: Pick<Billing, "stripe" | "ownership">,
  customer: string,
  pageOf: PageOf,
): Promise<Payment[]> {
  const { paid, transfers } = await readPaid(billing, customer);
  const payments = [...paid.map((each) => present(each, pageOf)), ...transfers.map(presentTransfer)];
  return payments.toSorted((a, b) => b.paid_at.localeCompare(a.paid_at));
}

function facts(invoice: Stripe.Invoice) {
  return {
    invoice: invoice.id,
    number: invoice.number ?? "",
    paid_at: instantOf(invoice.status_transitions.paid_at ?? invoice.created),
    description: describe(invoice),
    pdf: invoice.invoice_pdf ?? null,
  };
}

/** A transfer cannot be refunded by card. */
function presentTransfer(invoice: Own<Stripe.Invoice>): Payment {
  const { amount_paid_off_stripe: amount = 0, currency } = invoice;
  return { ...facts(invoice), amount, currency, refunded: 0, refundable: 0, credit: 0, dispute: null };
}

/** A customer's balance and what moved it. */
export async function readCredit(billing: Pick<Billing, "stripe">, customer: string): Promise<MemberCredit> {
  const { stripe } = billing;
  const list = stripe.customers.listBalanceTransactions(customer, { limit: 100, expand: ["data.invoice"] });
  const entries = await listAll(list).catch(noneOfDeleted);
  const taken = await numbersOf(stripe, customer, entries);
  return {
    credit: Math.max(0, -(entries[0]?.ending_balance ?? 0)),
    entries: entries.map(({ amount, created, metadata, type, invoice }) => {
      const from = metadata?.[TAKEN_FROM];
      const number = invoice !== null && typeof invoice === "object" ? invoice.number : (taken.get(from ?? "") ?? null);
      const cause = from === undefined ? causeOf(type, amount) : "taken_back";
      return { at: instantOf(created), cause, amount: -amount || 0, number };
    }),
  };
}

function causeOf(
  type: Stripe.CustomerBalanceTransaction.Type,
  amount: number,
): MemberCredit["entries"][number]["cause"] {
  if (type === "credit_note") return "note";
  if (type === "unapplied_from_invoice") return "restored";
  if (type === "adjustment" || type === "initial" || type === "migration") return "other";
  return amount < 0 ? "change" : "used";
}

/** The numbers of the invoices from which credit was taken back. */
async function numbersOf(
  stripe: Stripe,
  customer: string,
  entries: Stripe.CustomerBalanceTransaction[],
): Promise<Map<string, string>> {
  if (!entries.some(({ metadata }) => metadata?.[TAKEN_FROM])) return new Map();
  const invoices = await listAll(stripe.invoices.list({ customer, status: "paid", limit: 100 }));
  return new Map(invoices.map(({ id, number }) => [id, number ?? ""]));
}

/** The provider lists nothing of a customer who was deleted there. @throws any other error */
export function noneOfDeleted(error: unknown): [] {
  if (!isMissing(error)) throw error;
  return [];
}

export const subscriptionOf = ({ parent }: Stripe.Invoice): string | null =>
  idOf(parent?.subscription_details?.subscription ?? null);

function chargeOf({ payments }: Stripe.Invoice, charges: Map<string | null, Stripe.Charge>): Stripe.Charge | undefined {
  const intents = (payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent ?? null));
  return intents.map((intent) => charges.get(intent ?? "")).find((charge) => charge !== undefined);
}

export async function readDispute(stripe: Stripe, { id, disputed }: Stripe.Charge): Promise<Stripe.Dispute | null> {
  if (!disputed) return null;
  return (await stripe.disputes.list({ charge: id, limit: 1 })).data[0] ?? null;
}

function present(paid: PaidInvoice, pageOf: PageOf): Payment {
  const { invoice, charge, dispute } = paid;
  const isHeld = dispute !== null && holdsMoney(dispute.status);
  // Staff can refund a charge in the dashboard without a credit note, and the provider allows no note for more.
  const atMost = invoice.total - invoice.post_payment_credit_notes_amount;
  // The dialog and the mail are in yen.
  const isRefundable = !isHeld && charge.currency === "jpy";
  const refundable = !isRefundable ? 0 : Math.max(0, Math.min(remainingOf(paid), atMost));
  return {
    ...facts(invoice),
    amount: charge.amount,
    currency: charge.currency,
    refunded: charge.amount_refunded,
    refundable,
    credit: !isRefundable ? 0 : Math.max(0, Math.min(creditOf(paid), atMost - refundable)),
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
