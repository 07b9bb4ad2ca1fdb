import type Stripe from "stripe";
import { alertStaff } from "../alerts.ts";
import { releaseSchedule } from "../plan-changes/schedule.ts";
import { type Billing, idOf, ignoreRefusal, invoiceOf } from "../provider/provider.ts";

/**
 * Refunds and ends a second subscription. The provider refuses both calls when they were made before: after a crash the
 * next sync still finds two subscriptions and finishes the work.
 */
export async function endSurplus(
  { stripe, db, now }: Billing,
  userId: number,
  subscription: Stripe.Subscription,
): Promise<void> {
  const { id } = subscription;
  const message = `会員${userId}に有効な契約が2つありました。新しい方（${id}）を解約し、返金しました。Stripeで確認してください。`;
  const invoice = invoiceOf(subscription);
  await alertStaff(
    db,
    { kind: "duplicate_subscription", about: id, message, userId, ...(invoice && { amount: invoice.amount_paid }) },
    now(),
  );
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
