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
  {
    plan: text,
    state: text,
    created_at: instant,
    coupon: nullable(text),
    amount_paid: nullable(int),
    gift_months: nullable(int),
  },
  `select plan, state, created_at, coupon, amount_paid, gift_months from checkout_attempts
    where user_id = $1 order by created_at desc`,
);

/** Bought and received ones, without the codes, which are as good as money. */
export const exportedGifts = list(
  "gifts",
  { is_received: bool, months: int, bought_at: instant, valid_until: instant, redeemed_at: nullable(instant) },
  `select user_id is distinct from $1 as is_received, months, bought_at, valid_until, redeemed_at from gifts
    where user_id = $1 or redeemed_by = $1 order by bought_at desc`,
);

export const exportedPlanChanges = list(
  "plan_changes",
  { from_plan: text, to_plan: text, state: text, created_at: instant, settled_at: nullable(instant) },
  `select from_plan, to_plan, state, created_at, settled_at from plan_changes
    where user_id = $1 order by created_at desc`,
);
