import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { bool, instant, nullable, text, textOf } from "../db/columns.ts";
import type { Database } from "../db/open.ts";
import { statement } from "../db/statement.ts";
import type { Attempt } from "./checkout/attempts.ts";
import type { PlanChangeRow } from "./plan-changes/queries.ts";
import type { ProviderState } from "./sync/provider-state.ts";

const findSubscription = statement(
  "billing-export.subscription",
  {
    plan: textOf<ProviderState["plan"]>(),
    status: text,
    period_end: nullable(instant),
    cancel_at_period_end: bool,
  },
  `select plan, status, period_end, cancel_at_period_end from subscriptions where user_id = $1`,
);

const listCheckouts = statement(
  "billing-export.checkouts",
  { plan: textOf<PaidPlan>(), state: textOf<Attempt["state"]>(), created_at: instant },
  `select plan, state, created_at from checkout_attempts where user_id = $1 order by created_at desc`,
);

const listChanges = statement(
  "billing-export.plan-changes",
  {
    from_plan: textOf<PaidPlan>(),
    to_plan: textOf<PaidPlan>(),
    state: textOf<PlanChangeRow["state"]>(),
    created_at: instant,
    settled_at: nullable(instant),
  },
  `select from_plan, to_plan, state, created_at, settled_at from plan_changes
    where user_id = $1 order by created_at desc`,
);

/** The billing part of a member's data export, newest first. The provider stores cards and invoices. */
export async function exportBilling(db: Database, userId: number) {
  const [subscription = null] = await findSubscription(db, [userId]);
  return {
    subscription,
    checkouts: await listCheckouts(db, [userId]),
    plan_changes: await listChanges(db, [userId]),
  };
}
