import { list, one } from "../accounts/personal-data-entry.ts";
import { bool, instant, int, nullable, text } from "../db/columns.ts";

// The billing parts of the data export. The provider stores cards and invoices.

export const exportedSubscription = one(
  "subscription",
  {
    plan: text,
    status: text,
    period_end: nullable(instant),
    cancel_at_period_end: bool,
    unpaid_amount: nullable(int),
    retry_at: nullable(instant),
    needs_authentication: bool,
    card_expires: nullable(text),
  },
  `select plan, status, period_end, cancel_at_period_end, unpaid_amount, retry_at, needs_authentication, card_expires
     from subscriptions where user_id = $1`,
);

export const exportedCheckouts = list(
  "checkouts",
  { plan: text, state: text, created_at: instant, coupon: nullable(text), amount_paid: nullable(int) },
  "select plan, state, created_at, coupon, amount_paid from checkout_attempts where user_id = $1 order by created_at desc",
);

export const exportedPlanChanges = list(
  "plan_changes",
  { from_plan: text, to_plan: text, state: text, created_at: instant, settled_at: nullable(instant) },
  `select from_plan, to_plan, state, created_at, settled_at from plan_changes
    where user_id = $1 order by created_at desc`,
);
