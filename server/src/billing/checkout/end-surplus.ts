import type Stripe from "stripe";
import { alertStaff } from "../alerts.ts";
import { releaseSchedule } from "../plan-changes/schedule.ts";
import type { Own } from "../provider/ownership.ts";
import { type Billing, idOf, ignoreRefusal, invoiceOf } from "../provider/provider.ts";

/** Seconds in which a second order is taken for an accident. */
const ACCIDENT = 24 * 60 * 60;

/**
 * Refunds and ends a second subscription, if our checkout sold both within a day. Otherwise staff may have meant it, and
 * only hear of it. The provider refuses both calls when they were made before: after a crash the
 * next sync still finds two subscriptions and finishes the work.
 */
export async function endSurplus(
  { stripe, db, now }: Billing,
  userId: number,
  subscription: Own<Stripe.Subscription>,
  older: Own<Stripe.Subscription>,
): Promise<void> {
  const { id } = subscription;
  const isAccident =
    [subscription, older].every(({ metadata }) => metadata["attempt_id"] !== undefined) &&
    Math.abs(subscription.created - older.created) <= ACCIDENT;
  const message = isAccident
    ? `会員${userId}に有効な契約が2つありました。新しい方（${id}）を解約し、返金しました。Stripeで確認してください。`
    : `会員${userId}に有効な契約が2つあります（${older.id}と${id}）。どちらも変更していません。不要な方をStripeで解約し、返金してください。`;
  const invoice = invoiceOf(subscription);
  await alertStaff(
    db,
    { kind: "duplicate_subscription", about: id, message, userId, ...(invoice && { amount: invoice.amount_paid }) },
    now(),
  );
  if (!isAccident) return;
  const invoiceId = idOf(subscription.latest_invoice);
  if (invoiceId !== null) await refundInvoice(stripe, invoiceId);
  await releaseSchedule(stripe, subscription);
  await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }).catch(ignoreRefusal);
}

/**
 * An earlier refund of the same payment is refused and ignored. A key of our own would replay a 5xx for a day, and the
 * member's money would stay away as long.
 */
async function refundInvoice(stripe: Stripe, invoice: string): Promise<void> {
  const payments = await stripe.invoicePayments.list({ invoice, status: "paid", limit: 100 });
  for (const { payment } of payments.data) {
    const intent = idOf(payment.payment_intent ?? null);
    if (intent === null) continue;
    await stripe.refunds.create({ payment_intent: intent, reason: "duplicate" }).catch(ignoreRefusal);
  }
}
