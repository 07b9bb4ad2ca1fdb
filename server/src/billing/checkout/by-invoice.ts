import type Stripe from "stripe";
import { AppError } from "../../errors/app-error.ts";
import { orderEndedMail } from "../emails/payment-templates.ts";
import { queueOnce } from "../emails/queue-once.ts";
import { type Own, removeOwn } from "../provider/ownership.ts";
import { type Billing, ignoreRefusal, invoiceOf } from "../provider/provider.ts";
import { type Bills, type OpenBill, openBill, RETRIES_LAST } from "../sync/bills.ts";
import { type ProviderState, stateOf } from "../sync/provider-state.ts";
import type { Attempt } from "./attempts.ts";

/** Days from an invoice to its last day, at the order and at each renewal. */
const DAYS_UNTIL_DUE = 7;

/** Milliseconds for a transfer of the last day to arrive after a weekend. */
const TRANSFER_TAKES = 3 * 24 * 60 * 60 * 1000;

/** Metadata of the contracts that members ordered by invoice. The operator makes and ends others in the dashboard. */
const ORDERED = "ordered_by";

/** A contract by invoice that nobody has paid yet. */
export interface Awaited {
  subscription: Own<Stripe.Subscription>;
  plan: ProviderState["plan"];
  /** The first one; null: the provider has not issued it. */
  bill: OpenBill | null;
}

/** Creates the contract. The provider's invoice is a draft, which the next sync issues. @returns its id */
export async function orderByInvoice(
  { stripe, catalogue }: Billing,
  customer: string,
  { id, user_id, plan }: Attempt,
  price: string,
): Promise<string> {
  const metadata = { user_id: String(user_id), attempt_id: id, plan, [ORDERED]: "invoice" };
  const created = await stripe.subscriptions.create(
    {
      customer,
      items: [{ price, quantity: 1, tax_rates: await catalogue.taxRates() }],
      collection_method: "send_invoice",
      days_until_due: DAYS_UNTIL_DUE,
      payment_settings: {
        payment_method_types: ["konbini", "customer_balance"],
        payment_method_options: {
          customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "jp_bank_transfer" } },
        },
      },
      metadata,
    },
    { idempotencyKey: id },
  );
  return created.id;
}

/**
 * The provider calls a contract by invoice `active` before anybody has paid. Until a payment it is for us what the
 * provider calls `incomplete` of a card's, so that it gives no access.
 */
export async function withFirstPayment(
  stripe: Stripe,
  given: Own<Stripe.Subscription>,
): Promise<Own<Stripe.Subscription>> {
  if (given.metadata[ORDERED] === undefined) return given;
  const latest_invoice = await issue(stripe, given);
  const subscription = { ...given, latest_invoice };
  if (latest_invoice?.status === "paid") return subscription;
  const { data } = await stripe.invoices.list({ subscription: given.id, status: "paid", limit: 1 });
  if (data.length > 0) return subscription;
  return { ...subscription, status: given.ended_at === null ? "incomplete" : "incomplete_expired" };
}

/** Issues the draft of an order, for which the provider would take an hour. Another process may have issued it. */
async function issue(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice | null> {
  const latest = invoiceOf(subscription);
  const { billing_reason: reason, id = "", status } = latest ?? {};
  const isOrder = subscription.metadata[ORDERED] !== undefined && reason === "subscription_create";
  if (!isOrder || status !== "draft" || subscription.ended_at !== null) return latest;
  await stripe.invoices.finalizeInvoice(id, { auto_advance: true }).catch(ignoreRefusal);
  return stripe.invoices.retrieve(id);
}

/** @param own all contracts of a customer */
export function awaitedOf(own: readonly Own<Stripe.Subscription>[]): Awaited | null {
  const subscription = own.find((each) => each.status === "incomplete" && each.collection_method === "send_invoice");
  if (subscription === undefined) return null;
  const invoice = invoiceOf(subscription);
  const bill = invoice?.status === "draft" || invoice === null ? null : openBill(invoice);
  return { subscription, plan: stateOf(subscription).plan, bill };
}

interface Seen {
  userId: number;
  email: string;
  awaited: Awaited | null;
  subscription: Own<Stripe.Subscription> | null;
  state: ProviderState | null;
  bills: Pick<Bills, "sent">;
}

/**
 * Ends an order that was not paid in time, with a mail, or that another contract replaced; and an ordered contract whose
 * renewal was not paid. @returns whether something ended
 */
export async function endUnpaidOrder(billing: Billing, seen: Seen): Promise<boolean> {
  const { userId, email: recipient, awaited, subscription, state, bills } = seen;
  const isLive = state?.access === "live";
  const isLate = (bill: OpenBill, grace: number) =>
    bill.dueAt !== null && Date.parse(bill.dueAt) + grace <= billing.now();
  if (awaited?.bill && awaited.subscription.metadata[ORDERED] !== undefined) {
    const { bill, plan } = awaited;
    if (isLive) return endUnlessPaid(billing, awaited);
    if (!isLate(bill, TRANSFER_TAKES)) return false;
    const mail = orderEndedMail(billing.site, { recipient, plan });
    return endUnlessPaid(billing, awaited, async () => {
      const email = { userId, kind: "ended" as const, about: bill.id, mail };
      if (await billing.db.transaction((tx) => queueOnce(tx, email, billing.now()))) billing.wakeMailSender();
    });
  }
  const { sent: bill } = bills;
  if (subscription?.metadata[ORDERED] === undefined || !isLive || !state.paymentFailed || bill === null) return false;
  return isLate(bill, RETRIES_LAST) && endUnlessPaid(billing, { subscription, bill });
}

/**
 * Ends a contract whose invoice is open. The invoice comes first: one that was paid meanwhile refuses, and its contract
 * goes on. @param begin runs before the end
 */
export async function endUnlessPaid(
  { stripe }: Billing,
  { subscription, bill }: Pick<Awaited, "subscription" | "bill">,
  begin?: () => Promise<void>,
): Promise<boolean> {
  if (bill !== null) {
    await stripe.invoices.voidInvoice(bill.id).catch(ignoreRefusal);
    if ((await stripe.invoices.retrieve(bill.id)).status === "paid") return false;
  }
  await begin?.();
  await removeOwn(stripe, subscription);
  return true;
}

export function invoicesClosed(): AppError {
  const message = "コンビニ・銀行振込でのお申し込みは、現在受け付けていません。カードでお申し込みください。";
  return new AppError(409, "invoices_closed", message);
}

export function awaitsPayment(): AppError {
  const message =
    "コンビニ・銀行振込でのお支払いの確認をお待ちしています。別の方法でお支払いになる場合は、先にプロフィールからお申し込みを取り消してください。";
  return new AppError(409, "payment_awaited", message);
}
