import type { CreditBalance } from "@manabiya/contract/billing/sales.ts";
import type Stripe from "stripe";
import { int, notNull, statement, text } from "../../db/statement.ts";
import type { Billing } from "../provider/provider.ts";
import { instantOf } from "../sync/provider-state.ts";

export const membersOf = statement("books.members-of-customers", {
  customer_id: notNull(text),
  id: int,
  username: text,
})`
  select c.customer_id, u.id, u.username from stripe_customers c join users u on u.id = c.user_id
   where c.customer_id = any($1::text[])`;

/** Members whose customer has credit, the oldest credit first. Other customers of the account are left out. */
export async function readBalances({ db, stripe }: Pick<Billing, "db" | "stripe">): Promise<CreditBalance[]> {
  const credit = new Map<string, number>();
  for await (const { id, balance } of stripe.customers.list({ limit: 100 })) {
    if (balance < 0) credit.set(id, -balance);
  }
  const members = await membersOf(db, [[...credit.keys()]]);
  const balances = await Promise.all(
    members.map(async ({ customer_id, ...member }) => {
      const amount = credit.get(customer_id) ?? 0;
      return { member, amount, since: await oldestCredit(stripe, customer_id, amount) };
    }),
  );
  return balances.toSorted((a, b) => a.since.localeCompare(b.since));
}

/** Credit is used in the order in which it was given, so what is left is the newest. */
async function oldestCredit(stripe: Stripe, customer: string, amount: number): Promise<string> {
  let left = amount;
  let since = 0;
  for await (const given of stripe.customers.listBalanceTransactions(customer, { limit: 100 })) {
    if (left <= 0) break;
    if (given.amount >= 0) continue;
    left += given.amount;
    since = given.created;
  }
  return instantOf(since);
}
