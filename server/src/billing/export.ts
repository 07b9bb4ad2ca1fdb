import { desc, eq } from "drizzle-orm";
import type { Database } from "../db/open.ts";
import { checkout_attempts, plan_changes, subscriptions } from "../db/schema.ts";

/** What is kept about a member's money, newest first; cards and invoices are the provider's. */
export async function exportBilling({ orm }: Database, userId: number) {
  const { plan, status, period_end, cancel_at_period_end } = subscriptions;
  const [subscription] = await orm
    .select({ plan, status, period_end, cancel_at_period_end })
    .from(subscriptions)
    .where(eq(subscriptions.user_id, userId));
  const checkouts = await orm
    .select({
      plan: checkout_attempts.plan,
      state: checkout_attempts.state,
      created_at: checkout_attempts.created_at,
    })
    .from(checkout_attempts)
    .where(eq(checkout_attempts.user_id, userId))
    .orderBy(desc(checkout_attempts.created_at));
  const { from_plan, to_plan, state, created_at, settled_at } = plan_changes;
  const changes = await orm
    .select({ from_plan, to_plan, state, created_at, settled_at })
    .from(plan_changes)
    .where(eq(plan_changes.user_id, userId))
    .orderBy(desc(created_at));
  return { subscription: subscription ?? null, checkouts, plan_changes: changes };
}
