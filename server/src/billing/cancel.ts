import { findCustomer } from "./provider/customers.ts";
import { withMemberLock } from "./sync/member-lock.ts";
import { type Billing, isRefused } from "./provider/provider.ts";
import { invoiceOf, requireRunning, type Running } from "./plan-changes/running-subscription.ts";
import { syncSubscription } from "./sync/sync.ts";

/**
 * Ends auto-renewal: what is paid for goes on to its end. A renewal that could not be charged is not paid for, so
 * that such a subscription ends at once. A second time changes nothing.
 * @throws 409 `no_subscription`
 */
export function cancelSubscription(billing: Billing, userId: number): Promise<void> {
  return withMemberLock(billing.db, userId, async () => {
    const running = await requireRunning(billing, userId);
    if (running.state.cancelAtPeriodEnd) return;
    const { stripe } = billing;
    const { id } = running.subscription;
    if (running.state.hasPendingUpdate || running.state.paymentFailed) await voidInvoice(billing, running);
    if (running.state.paymentFailed) await stripe.subscriptions.cancel(id);
    else await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await syncSubscription(billing, running.customer);
  });
}

/**
 * Takes the end of auto-renewal back, as long as it has not come.
 * @throws 409 `no_subscription`
 */
export function undoCancel(billing: Billing, userId: number): Promise<void> {
  return withMemberLock(billing.db, userId, async () => {
    const running = await requireRunning(billing, userId);
    if (!running.state.cancelAtPeriodEnd) return;
    await billing.stripe.subscriptions.update(running.subscription.id, { cancel_at_period_end: false });
    await syncSubscription(billing, running.customer);
  });
}

/**
 * Ends what is subscribed at once and for good, and closes the account before the same member can begin anything new.
 * @returns what `close` does
 */
export function leave<T>(billing: Billing, userId: number, close: () => Promise<T>): Promise<T> {
  return withMemberLock(billing.db, userId, async () => {
    const customer = await findCustomer(billing, userId);
    if (customer !== null) await endAll(billing, customer);
    return close();
  });
}

async function endAll(billing: Billing, customer: string): Promise<void> {
  const { stripe } = billing;
  const sessions = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  for (const { id } of sessions.data) await stripe.checkout.sessions.expire(id).catch(ignoreRefusal);
  for await (const { id } of stripe.subscriptions.list({ customer, limit: 100 })) {
    await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }).catch(ignoreRefusal);
  }
  await syncSubscription(billing, customer);
}

/** What waits for a payment must not be charged after the member has left. */
async function voidInvoice({ stripe }: Billing, { subscription }: Running): Promise<void> {
  const invoice = invoiceOf(subscription);
  if (invoice?.status !== "open") return;
  await stripe.invoices.voidInvoice(invoice.id).catch(ignoreRefusal);
}

/** It was over already. */
function ignoreRefusal(error: unknown): void {
  if (!isRefused(error)) throw error;
}
