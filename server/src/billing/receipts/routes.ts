import { contract } from "@manabiya/contract";
import type { BillingContext } from "../context.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { withProviderErrors, type Billing } from "../provider/provider.ts";
import { readYear } from "./year.ts";
import { ensureCustomer } from "../provider/customers.ts";
import { withMemberLock } from "../sync/member-lock.ts";

const FAILED = {
  list: "領収書を読み込めませんでした。もう一度お試しください。",
  name: "宛名を保存できませんでした。もう一度お試しください。",
};

export function receiptRoutes({ app, billing }: BillingContext): void {
  const { db, now } = billing;
  const { list, setName } = contract.receipts;

  app.answer(list, async ({ currentUser, query }) => {
    await countHit(db, "billingRead", { member: currentUser.id }, now());
    return withProviderErrors(FAILED.list, () => readYear(billing, currentUser.id, query.year));
  });

  app.answer(setName, async ({ currentUser, body: { name } }) => {
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    await withProviderErrors(FAILED.name, () => setBillingName(billing, currentUser, name));
    return { name };
  });
}

/**
 * Stores 宛名 as the customer's name, which the provider prints on later documents. It is stored there only, and
 * 退会 erases it (provider/customers.ts). A member who has not paid yet becomes a customer, so that the first receipt
 * has the name.
 */
function setBillingName(billing: Billing, user: { id: number; email: string }, name: string): Promise<void> {
  return withMemberLock(billing.db, user.id, async () => {
    const customer = await ensureCustomer(billing, user);
    await billing.stripe.customers.update(customer, { name });
  });
}
