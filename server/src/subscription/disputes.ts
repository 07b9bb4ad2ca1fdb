import type Stripe from "stripe";
import { alertStaff } from "./alerts.ts";
import { idOf } from "./checkout.ts";
import { type Billing, isRefused } from "./provider.ts";

/**
 * A payment that its cardholder disputes is put before the staff; one that was lost ends the access it paid for.
 * @returns the customer of the disputed payment; null when the event is about something else
 */
export async function handleDispute(billing: Billing, event: Stripe.Event): Promise<string | null> {
  if (event.type !== "charge.dispute.created" && event.type !== "charge.dispute.closed") return null;
  const { db, stripe, now } = billing;
  const dispute = event.data.object;
  const charge = await stripe.charges.retrieve(idOf(dispute.charge) ?? "");
  const customer = idOf(charge.customer);
  const isLost = event.type === "charge.dispute.closed" && dispute.status === "lost";
  const message = isLost
    ? `支払い（${charge.id}）の異議申し立てが認められたため、契約を終了しました。`
    : `支払い（${charge.id}）に異議申し立てがあります。Stripeで内容を確認してください。`;
  const about = isLost ? `${dispute.id}:lost` : dispute.id;
  if (isLost || dispute.status !== "won") {
    await alertStaff(db, { kind: "dispute", about, message, userId: null }, now());
  }
  if (isLost && customer !== null) await endAll(stripe, customer);
  return customer;
}

async function endAll(stripe: Stripe, customer: string): Promise<void> {
  for await (const { id } of stripe.subscriptions.list({ customer, limit: 100 })) {
    await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }).catch((error: unknown) => {
      if (!isRefused(error)) throw error;
    });
  }
}
