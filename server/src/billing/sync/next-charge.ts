import Stripe from "stripe";
import { nextPaymentMethod } from "../provider/default-card.ts";
import { type Own, stillOwn } from "../provider/ownership.ts";
import { type Billing, invoiceOf } from "../provider/provider.ts";
import { instantOf, type ProviderState, stateOf } from "./provider-state.ts";

/** `at`: ISO 8601. */
export type NextCharge = { at: string; invoice: Stripe.Invoice };

/** By the provider's own preview. Null: nothing is charged before the contract ends, or while collection is paused. */
export async function nextCharge(
  stripe: Stripe,
  subscription: Own<Stripe.Subscription>,
  { pausedUntil, cancelAtPeriodEnd }: ProviderState,
): Promise<NextCharge | null> {
  const draft = invoiceOf(subscription);
  // For an hour a renewal's bill is a draft, which is charged also if the member cancels meanwhile.
  if (draft?.status === "draft" && draft.auto_advance && draft.amount_due > 0) {
    return { at: instantOf(draft.automatically_finalizes_at ?? draft.created), invoice: draft };
  }
  const invoice = await stripe.invoices.createPreview({ subscription: subscription.id }).catch(ignoreNone);
  if (invoice === null || (cancelAtPeriodEnd && invoice.amount_due === 0)) return null;
  const at = instantOf(invoice.period_end);
  const isPaused = pausedUntil === null || (pausedUntil !== undefined && pausedUntil > at);
  return isPaused ? null : { at, invoice };
}

/** Of a stored subscription, without writing anything. `card`: the one that will be charged. */
export async function readUpcoming({ stripe, ownership }: Billing, id: string) {
  const expand = ["default_payment_method", "customer", "latest_invoice"];
  const subscription = stillOwn(await ownership(), await stripe.subscriptions.retrieve(id, { expand }));
  const { customer } = subscription;
  const state = stateOf(subscription);
  const next = state.access === "live" ? await nextCharge(stripe, subscription, state) : null;
  if (next === null || typeof customer === "string") return null;
  const method = state.sendsInvoices ? null : await nextPaymentMethod(stripe, customer, subscription);
  return { state, next, card: method?.card ?? null };
}

function ignoreNone(error: unknown): null {
  if (error instanceof Stripe.errors.StripeError && error.code === "invoice_upcoming_none") return null;
  throw error;
}
