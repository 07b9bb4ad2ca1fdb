import type { CheckoutStatus } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { type Attempt, setAttemptState } from "./attempts.ts";
import { findCustomer } from "../provider/customers.ts";
import { type Billing, idOf, isMissing } from "../provider/provider.ts";
import { settleGift } from "../gifts/settle-gift.ts";
import { type Synced, syncSubscription } from "../sync/sync.ts";

/** Reads a checkout's status at the provider and stores it in the attempt. */
export async function checkAttempt(billing: Billing, attempt: Attempt): Promise<CheckoutStatus> {
  if (attempt.session_id?.startsWith(SUBSCRIPTION)) return checkOrder(billing, attempt);
  const session = attempt.session_id === null ? null : await retrieve(billing.stripe, attempt.session_id);
  const isGift = attempt.gift_months !== null;
  const status =
    session === null
      ? "expired"
      : await (isGift ? settleGift(billing, attempt, session) : readStatus(billing, session));
  const isPaid = status === "complete" || status === "ended";
  await setAttemptState(billing.db, attempt.id, isPaid ? "complete" : status, isPaid ? paidIn(session) : null);
  return status;
}

/** How the ids of the provider's subscriptions begin: an order by invoice has no checkout. */
const SUBSCRIPTION = "sub_";

async function checkOrder(billing: Billing, { id, user_id, session_id }: Attempt): Promise<CheckoutStatus> {
  const customer = await findCustomer(billing, user_id);
  const synced = customer === null ? null : await syncSubscription(billing, customer);
  const isPaid = synced?.state?.access === "live" && synced.subscription?.id === session_id;
  const status = isPaid ? "complete" : synced?.awaited?.subscription.id === session_id ? "processing" : "expired";
  await setAttemptState(billing.db, id, status);
  return status;
}

/** The customer's credit counts: it was paid before. */
function paidIn(session: Stripe.Checkout.Session | null): number | null {
  return session?.amount_total ?? null;
}

async function readStatus(billing: Billing, session: Stripe.Checkout.Session): Promise<CheckoutStatus> {
  const customer = idOf(session.customer);
  const synced = customer === null ? null : await syncSubscription(billing, customer);
  if (session.status !== "complete") return session.status === "open" ? "open" : "expired";
  return statusOfComplete(session, synced);
}

async function retrieve(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe.checkout.sessions.retrieve(id, { expand: ["subscription", "invoice"] });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const STOPPED = ["canceled", "incomplete_expired", "unpaid"];

/** A complete session has a valid card; its subscription decides whether the payment succeeded. */
function statusOfComplete(session: Stripe.Checkout.Session, synced: Synced | null): CheckoutStatus {
  const { subscription } = session;
  const status = typeof subscription === "string" ? null : (subscription?.status ?? null);
  // Of two simultaneous subscriptions one was ended; the member still has the other.
  if (synced?.state?.access === "live" && session.payment_status !== "unpaid") return "complete";
  if (status === null || !STOPPED.includes(status)) return "processing";
  return session.payment_status === "unpaid" ? "failed" : "ended";
}
