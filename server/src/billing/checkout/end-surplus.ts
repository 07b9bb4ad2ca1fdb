import type Stripe from "stripe";
import { alertStaff } from "../alerts.ts";
import { type Billing, isRefused } from "../provider/provider.ts";

/**
 * Gives back what a second subscription cost and ends it. Both calls may be made again: a half done one is finished
 * by the next sync, which still finds two.
 */
export async function endSurplus(
  { stripe, db, now }: Billing,
  userId: number,
  subscription: Stripe.Subscription,
): Promise<void> {
  const { id, latest_invoice } = subscription;
  const message = `会員${userId}に有効な契約が2つありました。新しい方（${id}）を解約し、返金しました。Stripeで確認してください。`;
  const invoice = typeof latest_invoice === "string" ? null : latest_invoice;
  await alertStaff(
    db,
    {
      kind: "duplicate_subscription",
      about: id,
      message,
      userId,
      ...(invoice && { amount: invoice.amount_paid }),
    },
    now(),
  );
  const invoiceId = typeof latest_invoice === "string" ? latest_invoice : invoice?.id;
  if (invoiceId !== undefined) await refundInvoice(stripe, invoiceId);
  await stripe.subscriptions
    .cancel(id, { invoice_now: false, prorate: false }, { idempotencyKey: `surplus-cancel-${id}` })
    .catch(ignoreRefusal);
}

/** Refunds every payment of an invoice; one that was refunded before stays so. */
async function refundInvoice(stripe: Stripe, invoice: string): Promise<void> {
  const payments = await stripe.invoicePayments.list({ invoice, status: "paid", limit: 100 });
  for (const { payment } of payments.data) {
    const intent =
      typeof payment.payment_intent === "string" ? payment.payment_intent : payment.payment_intent?.id;
    if (intent === undefined) continue;
    await stripe.refunds
      .create({ payment_intent: intent, reason: "duplicate" }, { idempotencyKey: `surplus-refund-${intent}` })
      .catch(ignoreRefusal);
  }
}

/** Refunded or ended already, perhaps by staff at the provider. */
function ignoreRefusal(error: unknown): void {
  if (!isRefused(error)) throw error;
}
