import type { CheckoutStatus } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { type Attempt, noteAttemptState } from "./attempts.ts";
import { idOf } from "./checkout.ts";
import { type Billing, isMissing } from "../provider/provider.ts";
import { type Synced, syncSubscription } from "../sync/sync.ts";

/** What became of a checkout, after a look at the provider; the attempt's row follows. */
export async function checkAttempt(billing: Billing, attempt: Attempt): Promise<CheckoutStatus> {
  const status = await readStatus(billing, attempt.session_id);
  await noteAttemptState(billing.db, attempt.id, status);
  return status;
}

async function readStatus(billing: Billing, sessionId: string | null): Promise<CheckoutStatus> {
  const session = sessionId === null ? null : await retrieve(billing.stripe, sessionId);
  if (session === null) return "expired";
  const customer = idOf(session.customer);
  const synced = customer === null ? null : await syncSubscription(billing, customer);
  if (session.status !== "complete") return session.status === "open" ? "open" : "expired";
  return statusOfComplete(session, synced);
}

async function retrieve(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe.checkout.sessions.retrieve(id, { expand: ["subscription"] });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const DEAD = ["canceled", "incomplete_expired", "unpaid"];

/** The card was taken; whether the money came is the subscription's to say. */
function statusOfComplete(session: Stripe.Checkout.Session, synced: Synced | null): CheckoutStatus {
  const { subscription } = session;
  const status = typeof subscription === "string" ? null : (subscription?.status ?? null);
  // One of two at the same time was ended again: the member has what they paid for.
  if (synced?.state?.access === "live" && session.payment_status !== "unpaid") return "complete";
  if (status !== null && DEAD.includes(status)) return "failed";
  return "processing";
}
