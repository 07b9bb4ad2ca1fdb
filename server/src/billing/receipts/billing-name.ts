import { ensureCustomer } from "../provider/customers.ts";
import type { Billing } from "../provider/provider.ts";
import { withMemberLock } from "../sync/member-lock.ts";

/**
 * Stores 宛名 as the customer's name, which the provider prints on later documents. It is stored there only, and
 * 退会 erases it (provider/customers.ts). A member who has not paid yet becomes a customer, so that the first receipt
 * has the name.
 */
export function setBillingName(billing: Billing, user: { id: number; email: string }, name: string): Promise<void> {
  return withMemberLock(billing.db, user.id, async () => {
    const customer = await ensureCustomer(billing, user);
    await billing.stripe.customers.update(customer, { name });
  });
}
