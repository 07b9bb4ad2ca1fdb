import type Stripe from "stripe";
import { int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { alertStaff } from "../alerts.ts";
import { endSurplus } from "../checkout/end-surplus.ts";
import { type Billing, isMissing } from "../provider/provider.ts";
import { type ProviderState, rank, stateOf } from "./provider-state.ts";
import { writeState } from "./write-state.ts";

export interface Synced {
  userId: number;
  /** The chosen subscription (see `rank`). */
  subscription: Stripe.Subscription | null;
  state: ProviderState | null;
}

const nextFencingToken = statement(
  "subscription.next-fencing-token",
  { user_id: int, sync_ticket: int },
  `update stripe_customers set sync_ticket = sync_ticket + 1 where customer_id = $1
   returning user_id, sync_ticket`,
);

/**
 * Reads all subscriptions of a customer at the provider and writes the resulting state. It is the only writer of a
 * paying member's status, plan and end date. Events, pages and jobs only call it, so their order, number and loss do not
 * matter. Of parallel syncs the one that began last wins (decisions/007).
 * @returns null for an unknown customer
 * @throws StripeError when the provider cannot be read; then nothing is written
 */
export async function syncSubscription(billing: Billing, customerId: string): Promise<Synced | null> {
  const { db, now, wakeMailSender, log } = billing;
  const [row] = await nextFencingToken(db, [customerId]);
  if (!row) return null;
  const { user_id: userId, sync_ticket: fencingToken } = row;
  const found = await readAll(billing.stripe, customerId);
  const { chosen, surplus } = rank(found);
  const state = chosen && stateOf(chosen);
  const isDeleted = state?.access !== "live" && (await isCustomerDeleted(billing.stripe, customerId));
  const hasEmail = await db.transaction(async (tx) => {
    if (state?.access === "unknown") {
      const message = `会員${userId}の契約（${state.subscriptionId}）の状態「${state.status}」またはプランが不明です。Stripeで確認してください。`;
      await alertStaff(tx, { kind: "unknown_subscription", about: state.subscriptionId, message, userId }, now());
    }
    return writeState(tx, { ...billing, customerId, userId, fencingToken, chosen, state, isDeleted });
  });
  if (hasEmail) wakeMailSender();
  if (surplus.length > 0) {
    log.warn({ user: userId, subscriptions: surplus.map(({ id }) => id) }, "a member has two subscriptions");
    for (const subscription of surplus) await endSurplus(billing, userId, subscription);
  }
  return { userId, subscription: isDeleted ? null : chosen, state: isDeleted ? null : state };
}

async function readAll(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const all: Stripe.Subscription[] = [];
  try {
    const pages = stripe.subscriptions.list({ customer, status: "all", limit: 100, expand: ["data.latest_invoice"] });
    for await (const subscription of pages) all.push(subscription);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return all;
}

async function isCustomerDeleted(stripe: Stripe, customerId: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(customerId)).deleted === true;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}
