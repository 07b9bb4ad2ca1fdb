import type Stripe from "stripe";
import * as z from "zod/mini";
import { type Database, int, nullable, statement } from "../../db/statement.ts";
import { alertStaff } from "../alerts.ts";
import { endCustomerBilling } from "../provider/customers.ts";
import { type Billing, idOf, isMissing } from "../provider/provider.ts";
import { disputeReason } from "../refunds/dispute-texts.ts";
import { Dispute } from "./received-event.ts";

const KIND = "dispute";

/** Disputes without a loss. */
const HARMLESS: readonly string[] = ["won", "warning_closed", "prevented"] satisfies Stripe.Dispute.Status[];

const known = statement("disputes.known", { "?column?": int })`
  select 1 from staff_alerts where kind = $1 and about = $2`;

/** Keeps the time at which somebody resolved it before. Values: kind, about, now. */
const resolve = statement("disputes.resolve", { user_id: nullable(int) })`
  update staff_alerts set resolved_at = coalesce(resolved_at, $3) where kind = $1 and about = $2 returning user_id`;

const memberOf = statement("disputes.member", { user_id: int })`
  select user_id from stripe_customers where customer_id = $1`;

/**
 * Alerts staff about a dispute; a lost one ends the customer's subscriptions. Each happens once per dispute, so a
 * later subscription of the same customer is not ended.
 * @returns the customer, or null when nothing was done
 */
export async function recordDispute(billing: Billing, given: z.input<typeof Dispute>): Promise<string | null> {
  const dispute = z.parse(Dispute, given);
  const { db, now } = billing;
  if (HARMLESS.includes(dispute.status)) return closeDispute(billing, dispute).then(() => null);
  const isLost = dispute.status === "lost";
  const about = isLost ? `${dispute.id}:lost` : dispute.id;
  if ((await known(db, [KIND, about])).length > 0) return null;
  const payer = await payerOf(billing, dispute.charge);
  if (payer === "of another shop") return null;
  const { customer } = payer;
  const cause = `理由：${disputeReason(dispute.reason)}。`;
  const message = isLost
    ? `支払い（${dispute.charge}）の異議申し立てが認められたため、契約を終了しました。${cause}`
    : `支払い（${dispute.charge}）に異議申し立てがあります。${cause}${deadline(dispute)}`;
  const userId = await findMember(db, customer);
  // The alert marks the dispute as handled, so it is written last.
  if (isLost && customer !== null) await endCustomerBilling(billing, customer);
  await alertStaff(db, { kind: KIND, about, message, userId, amount: dispute.amount }, now());
  return customer;
}

/** Nobody has to answer a dispute that ended without a loss. Staff hear of it once. */
function closeDispute({ db, now }: Billing, { id, charge, amount }: Dispute): Promise<void> {
  return db.transaction(async (tx) => {
    const [told] = await resolve(tx, [KIND, id, new Date(now()).toISOString()]);
    const message = `支払い（${charge}）への異議申し立ては、認められずに終了しました。契約は続いています。`;
    const alert = { kind: "dispute_closed", about: id, message, amount };
    if (told) await alertStaff(tx, { ...alert, userId: told.user_id }, now());
  });
}

const minute = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeStyle: "short", timeZone: "Asia/Tokyo" });

/** The morning page reads the deadline behind it. */
export const DEADLINE_LABEL = "証拠の提出期限：";

function deadline({ evidence_details: { due_by } }: Dispute): string {
  return due_by === null
    ? "Stripeで内容を確認してください。"
    : `${DEADLINE_LABEL}${minute.format(due_by * 1000)}。Stripeで内容を確認し、期限までに証拠を提出してください。`;
}

/** The payer of a charge of ours. Of a charge that the provider does not know, the customer is null: staff must hear of the dispute all the same. */
export async function payerOf(
  { stripe, ownership }: Billing,
  id: string,
): Promise<{ customer: string | null } | "of another shop"> {
  try {
    const charge = await stripe.charges.retrieve(id);
    const intent = idOf(charge.payment_intent);
    const invoice = intent === null ? null : await invoiceOfIntent(stripe, intent);
    const isOwn = invoice !== null && (await ownership()).invoice(invoice) !== null;
    return isOwn ? { customer: idOf(charge.customer) } : "of another shop";
  } catch (error) {
    if (isMissing(error)) return { customer: null };
    throw error;
  }
}

/** @returns null for a payment without an invoice, such as one of a payment link */
export async function invoiceOfIntent(stripe: Stripe, payment_intent: string): Promise<Stripe.Invoice | null> {
  const payment = { type: "payment_intent", payment_intent } as const;
  const { data } = await stripe.invoicePayments.list({ payment, limit: 1, expand: ["data.invoice"] });
  const invoice = data[0]?.invoice;
  return typeof invoice === "object" && !invoice.deleted ? invoice : null;
}

/** Seconds after which a dispute no longer changes. */
const OPEN_FOR = 180 * 24 * 60 * 60;

/** All disputes that may have changed, in case an event was lost. */
export async function listDisputes({ stripe, now }: Billing): Promise<Stripe.Dispute[]> {
  const all: Stripe.Dispute[] = [];
  const since = Math.floor(now() / 1000) - OPEN_FOR;
  for await (const dispute of stripe.disputes.list({ created: { gte: since }, limit: 100 })) all.push(dispute);
  return all;
}

export async function findMember(db: Database, customer: string | null): Promise<number | null> {
  return customer === null ? null : ((await memberOf(db, [customer]))[0]?.user_id ?? null);
}
