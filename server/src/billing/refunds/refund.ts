import type { Payment, RefundBody } from "@manabiya/contract/staff/members/payments.ts";
import Stripe from "stripe";
import type * as z from "zod/mini";
import { recordChange } from "../../audit/record.ts";
import { bool, int, nullable, statement, text } from "../../db/statement.ts";
import { AppError, notFound, validationError } from "../../errors/app-error.ts";
import { queueMail } from "../../mail/outbox.ts";
import { refundedMail } from "../emails/document-templates.ts";
import { markOnce } from "../emails/queue-once.ts";
import { countFailure, endCustomerBilling } from "../provider/customers.ts";
import { type Billing, isOutcomeUnknown, isSavedFailure } from "../provider/provider.ts";
import { withMemberLock } from "../sync/member-lock.ts";
import { syncSubscription } from "../sync/sync.ts";
import { readPayments } from "./payments.ts";

type Refund = z.output<typeof RefundBody> & {
  /** The member's id. */
  userId: number;
  /** The superuser's id. */
  by: number;
};

const findPayer = statement("refunds.payer", {
  customer_id: nullable(text),
  generation: int,
  email: text,
  is_closed: bool,
})`
  select c.customer_id, c.generation, u.email, u.closed_at is not null as is_closed
    from stripe_customers c join users u on u.id = c.user_id where c.user_id = $1`;

type Payer = Awaited<ReturnType<typeof findPayer>>[number];

/**
 * Refunds a payment to its card with a credit note, so that a document always exists. It happens once per request id,
 * whatever is lost or repeated (decisions/038).
 * @throws 404; 400 for more than is left; 409 `refund_conflict`
 */
export function refundPayment(billing: Billing, refund: Refund): Promise<void> {
  return withMemberLock(billing.db, refund.userId, async () => {
    const { stripe, db } = billing;
    const [payer] = await findPayer(db, [refund.userId]);
    const customer = payer?.customer_id ?? null;
    if (!payer || customer === null) throw notFound("お支払い");
    const payment = (await readPayments(billing, customer, () => null)).find(
      ({ invoice }) => invoice === refund.invoice,
    );
    if (!payment) throw notFound("お支払い");
    const note = (await findNote(stripe, refund)) ?? (await createNote(billing, refund, payer, payment));
    if (refund.ends_access) await endCustomerBilling(billing, customer);
    await syncSubscription(billing, customer);
    await record(billing, refund, { note, payer, payment });
  });
}

/** The credit note of an earlier request with the same id, whose answer may have been lost. */
async function findNote(stripe: Stripe, { invoice, request_id }: Refund): Promise<Stripe.CreditNote | null> {
  for await (const note of stripe.creditNotes.list({ invoice, limit: 100 })) {
    if (note.metadata?.["request_id"] === request_id) return note;
  }
  return null;
}

async function createNote(
  { stripe, db }: Billing,
  refund: Refund,
  { generation }: Payer,
  payment: Payment,
): Promise<Stripe.CreditNote> {
  const { invoice, amount, request_id, by, userId, takes_credit: takesCredit } = refund;
  if (payment.refunded !== refund.refunded) throw conflict();
  const atMost = payment.refundable + (takesCredit ? payment.credit : 0);
  if (amount > atMost) {
    const left = atMost.toLocaleString("ja-JP");
    throw validationError({ amount: [`返金できるのは${left}円までです。`] });
  }
  // Not derived from the request id: another superuser's request meets the same key while this one is running.
  const idempotencyKey = `refund-${invoice}-${payment.refunded}-${generation}`;
  const metadata = { request_id, by: String(by) };
  try {
    return await stripe.creditNotes.create(
      { invoice, amount, refund_amount: amount, email_type: "none", metadata },
      { idempotencyKey },
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError) throw conflict();
    if (isOutcomeUnknown(error)) throw error;
    // A stored answer makes the key useless, whether it is a refusal or a 5xx after the work.
    const note = isSavedFailure(error) ? await findNote(stripe, refund) : null;
    if (note !== null) return note;
    await countFailure(db, [userId]);
    throw error;
  }
}

function conflict(): AppError {
  const message = "この支払いは、別の返金が完了したか、返金の処理中です。表示を更新して確認してください。";
  return new AppError(409, "refund_conflict", message);
}

/** Writes the log and the mail once per credit note. The mail has the amount and no reason, which is for staff. */
async function record(
  { db, site, now, wakeMailSender }: Billing,
  { userId, by, reason, ends_access: endsAccess }: Refund,
  { note, payer, payment }: { note: Stripe.CreditNote; payer: Payer; payment: Payment },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await markOnce(tx, { kind: "refunded", about: note.id, userId }, now()))) return;
    const after = { payment: payment.number, amount: note.total, ends_access: endsAccess };
    await recordChange(tx, { by, action: "member.refund", id: userId, reason, after }, now());
    if (payer.is_closed) return;
    const { paid_at: paidAt } = payment;
    await queueMail(
      tx,
      refundedMail(site, { recipient: payer.email, amount: note.total, paidAt, endsAccess }),
      {},
      now(),
    );
  });
  wakeMailSender();
}
