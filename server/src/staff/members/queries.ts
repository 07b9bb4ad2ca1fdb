import { TRIAL_DAYS } from "@manabiya/contract/rules/can-watch.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { type BillingEvent, TRIAL_ENDS_WITHIN_DAYS } from "@manabiya/contract/staff/members.ts";
import type { SubscriptionPlan, SubscriptionStatus } from "@manabiya/contract/accounts/user.ts";
import { bool, instant, int, nullable, type RowOf, text, textOf, uuid } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { counted } from "../../http/paging.ts";

const memberColumns = {
  id: int,
  username: text,
  email: text,
  subscription_status: textOf<SubscriptionStatus>(),
  subscription_plan: textOf<SubscriptionPlan>(),
  subscription_end_date: nullable(instant),
  cancel_at_period_end: bool,
  is_staff: bool,
  is_superuser: bool,
  email_verified_at: nullable(instant),
  may_see_members: bool,
  may_see_money: bool,
  must_have_second_factor: bool,
  suspended_at: nullable(instant),
  created_at: instant,
  closed_at: nullable(instant),
  access_granted_until: nullable(instant),
};
/** `$1` is now. */
const MEMBER = `
  u.id, u.username, u.email, u.subscription_status, u.subscription_plan, u.subscription_end_date,
  u.cancel_at_period_end, u.is_staff, u.is_superuser, u.email_verified_at, u.may_see_members, u.may_see_money,
  u.must_have_second_factor, u.suspended_at, u.created_at, u.closed_at,
  case when u.access_granted_until > $1::timestamptz then u.access_granted_until end as access_granted_until`;

export type MemberRow = RowOf<typeof memberColumns>;

const matches = `
  (u.username ilike $2 or u.email ilike $2)
  and case $3
        when 'all' then true
        when 'closed' then u.closed_at is not null
        when 'staff' then u.closed_at is null and (u.is_staff or u.is_superuser)
        when 'granted' then u.closed_at is null and u.access_granted_until > $1::timestamptz
        when 'payment_failing' then u.closed_at is null
          and exists (select from subscriptions s where s.user_id = u.id and s.payment_failed)
        when 'trial_ending' then u.closed_at is null and u.subscription_status = 'trial'
          and u.created_at > $1::timestamptz - interval '${TRIAL_DAYS} days'
          and u.created_at <= $1::timestamptz - interval '${TRIAL_DAYS - TRIAL_ENDS_WITHIN_DAYS} days'
        else u.closed_at is null and u.subscription_status = $3
      end`;

/** Newest first. Values: now, pattern, filter, limit, offset. */
export const listMembers = statement(
  "admin-members.list",
  counted(memberColumns),
  `with total as (select count(*) as count from users u where ${matches}),
   page as (
     select ${MEMBER} from users u where ${matches}
      order by u.created_at desc, u.id desc limit $4 offset $5)
   select total.count, page.* from total left join page on true order by page.created_at desc, page.id desc`,
);

/** Values: now, id. */
export const findMember = statement(
  "admin-members.find",
  memberColumns,
  `select ${MEMBER} from users u where u.id = $2`,
);

/** Values: now, id. */
export const lockMember = statement(
  "admin-members.lock",
  memberColumns,
  `select ${MEMBER} from users u where u.id = $2 for update`,
);

/** Values: id, now. */
export const listSessions = statement(
  "admin-members.sessions",
  { id: uuid, created_at: instant, last_used_at: instant, address: text, user_agent: text },
  `select id, created_at, last_used_at, address, user_agent from sessions
    where user_id = $1 and revoked_at is null and expires_at > $2
    order by last_used_at desc, id limit 100`,
);

/** Values: id. */
export const readWatched = statement(
  "admin-members.watched",
  { watched_count: int, last_watched_at: nullable(instant) },
  `select coalesce((select watch_history from member_counts where user_id = $1), 0) as watched_count,
          (select watched_at from watch_history where user_id = $1 order by watched_at desc, video_id desc limit 1)
            as last_watched_at`,
);

/** Values: id. */
export const readPayment = statement(
  "admin-members.payment",
  {
    unpaid_amount: nullable(int),
    retry_at: nullable(instant),
    needs_authentication: bool,
    card_expires: nullable(text),
  },
  `select unpaid_amount, retry_at, needs_authentication, card_expires from subscriptions where user_id = $1`,
);

/** Changes only the given fields. Values: now, id, JSON object of fields. */
export const updateMember = statement(
  "admin-members.update",
  memberColumns,
  `update users u set (access_granted_until, subscription_status, is_staff, is_superuser, may_see_members,
                       may_see_money, must_have_second_factor, suspended_at)
      = (select r.access_granted_until, r.subscription_status, r.is_staff, r.is_superuser, r.may_see_members,
                r.may_see_money, r.must_have_second_factor, r.suspended_at
           from jsonb_populate_record(u, $3::jsonb) r)
    where u.id = $2 returning ${MEMBER}`,
);

/** Newest first. A webhook event that was delivered twice appears once. Values: member id, limit. */
export const listBillingEvents = statement(
  "admin-members.billing-events",
  { at: instant, source: textOf<BillingEvent["source"]>(), what: text, plan: nullable(textOf<PaidPlan>()) },
  `select * from (
     (select e.received_at as at, 'event' as source, e.type as what, null as plan
        from stripe_events e join stripe_customers c on c.customer_id = e.customer_id
       where c.user_id = $1 order by e.received_at desc limit $2)
     union all
     (select created_at, 'checkout', state, plan from checkout_attempts
       where user_id = $1 order by created_at desc limit $2)
     union all
     (select coalesce(settled_at, created_at), 'plan_change', state, to_plan from plan_changes
       where user_id = $1 order by created_at desc limit $2)
     union all
     (select queued_at, 'letter', kind, null from billing_letters where user_id = $1)
     union all
     (select created_at, 'alert', kind, null from staff_alerts where user_id = $1)
   ) billing order by at desc, source, what limit $2`,
);
