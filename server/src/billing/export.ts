import { list, one, rows } from "../accounts/personal-data-entry.ts";
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
  "subscriptions",
);

export const exportedCheckouts = rows(
  "checkouts",
  {
    plan: text,
    state: text,
    created_at: instant,
    coupon: nullable(text),
    amount_paid: nullable(int),
    gift_months: nullable(int),
  },
  "created_at desc",
  "checkout_attempts",
);

/** Bought and received ones, without the codes, which are as good as money. */
export const exportedGifts = list(
  "gifts",
  { is_received: bool, months: int, bought_at: instant, valid_until: instant, redeemed_at: nullable(instant) },
  `select user_id is distinct from $1 as is_received, months, bought_at, valid_until, redeemed_at from gifts
    where user_id = $1 or redeemed_by = $1 order by bought_at desc`,
);

export const exportedPlanChanges = rows(
  "plan_changes",
  { from_plan: text, to_plan: text, state: text, created_at: instant, settled_at: nullable(instant) },
  "created_at desc",
);
