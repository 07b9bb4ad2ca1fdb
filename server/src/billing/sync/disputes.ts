import type Stripe from "stripe";
import type { Database } from "../../db/open.ts";
import { int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { alertStaff } from "../alerts.ts";
import { idOf } from "../checkout/checkout.ts";
import { type Billing, isRefused } from "../provider/provider.ts";

const KIND = "dispute";

/** Nothing came of it, or the money came back. */
const HARMLESS: Stripe.Dispute.Status[] = ["won", "warning_closed", "prevented"];

const known = statement(
  "disputes.known",
  { "?column?": int },
  `select 1 from staff_alerts where kind = $1 and about = $2`,
);

const memberOf = statement(
  "disputes.member",
  { user_id: int },
  `select user_id from stripe_customers where customer_id = $1`,
);

/**
 * @returns the customer of the payment that an event says is disputed; null when there is nothing to do, or the event
 * is about something else
 */
export async function handleDispute(billing: Billing, event: Stripe.Event): Promise<string | null> {
  if (event.type !== "charge.dispute.created" && event.type !== "charge.dispute.closed") return null;
  return noteDispute(billing, event.data.object);
}

/**
 * A payment that its cardholder disputes is put before the staff; one that was lost ends the access it paid for. Each
 * once, however often it is heard of: who subscribes again after a lost one is not ended again.
 * @returns the customer, when something was done
 */
export async function noteDispute(billing: Billing, dispute: Stripe.Dispute): Promise<string | null> {
  const { db, stripe, now } = billing;
  if (HARMLESS.includes(dispute.status)) return null;
  const isLost = dispute.status === "lost";
  const about = isLost ? `${dispute.id}:lost` : dispute.id;
  if ((await known(db, [KIND, about])).length > 0) return null;
  const charge = await stripe.charges.retrieve(idOf(dispute.charge) ?? "");
  const customer = idOf(charge.customer);
  const message = isLost
    ? `支払い（${charge.id}）の異議申し立てが認められたため、契約を終了しました。`
    : `支払い（${charge.id}）に異議申し立てがあります。Stripeで内容を確認してください。`;
  const userId = await findMember(db, customer);
  // The alert comes last: it also says that this is done.
  if (isLost && customer !== null) await endAll(stripe, customer);
  await alertStaff(db, { kind: KIND, about, message, userId, amount: dispute.amount }, now());
  return customer;
}

/** Seconds for which the provider may still say something new about a dispute. */
const OPEN_FOR = 180 * 24 * 60 * 60;

/** Every dispute that an event should have told of. */
export async function listDisputes({ stripe, now }: Billing): Promise<Stripe.Dispute[]> {
  const all: Stripe.Dispute[] = [];
  const since = Math.floor(now() / 1000) - OPEN_FOR;
  for await (const dispute of stripe.disputes.list({ created: { gte: since }, limit: 100 }))
    all.push(dispute);
  return all;
}

async function findMember(db: Database, customer: string | null): Promise<number | null> {
  return customer === null ? null : ((await memberOf(db, [customer]))[0]?.user_id ?? null);
}

async function endAll(stripe: Stripe, customer: string): Promise<void> {
  for await (const { id } of stripe.subscriptions.list({ customer, limit: 100 })) {
    await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }).catch((error: unknown) => {
      if (!isRefused(error)) throw error;
    });
  }
}
