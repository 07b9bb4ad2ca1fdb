import { int, notNull, statement, text } from "../../db/statement.ts";

/** Of every order with a code. A contract counts for the code of the member's latest order. */
export const couponFigures = statement("admin-coupons.figures", {
  promotion_code: notNull(text),
  active_contracts: notNull(int),
  first_payments: notNull(int),
})`
  select a.promotion_code,
         (count(*) filter (
           where s.status in ('active', 'trialing', 'past_due')
             and not exists (select from checkout_attempts later
                              where later.user_id = a.user_id and later.state = 'complete' and later.gift_months is null
                                and later.created_at > a.created_at)))::integer as active_contracts,
         coalesce(sum(a.amount_paid), 0)::integer as first_payments
    from checkout_attempts a
    left join subscriptions s on s.user_id = a.user_id
   where a.promotion_code is not null and a.state = 'complete'
   group by a.promotion_code`;

/** Values: the action, the provider's id of the code. */
export const isLogged = statement("admin-coupons.is-logged", { found: int })`
  select 1 as found from audit_log
   where subject = 'coupon' and subject_id = 0 and action = $1 and after->>'promotion_code' = $2 limit 1`;
