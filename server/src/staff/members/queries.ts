import type { SubscriptionPlan, SubscriptionStatus } from "@manabiya/contract/accounts/user.ts";
import type { Member } from "@manabiya/contract/staff/members.ts";
import { bool, instant, int, nullable, text, textOf, uuid } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { counted } from "../../http/paging.ts";

export type MemberRow = Omit<Member, "can_watch">;

/** `now` is the parameter that holds it, such as "$1". */
const columns = (now: string) => `
  u.id, u.username, u.email, u.subscription_status, u.subscription_plan, u.subscription_end_date,
  u.cancel_at_period_end, u.is_staff, u.is_superuser, u.created_at, u.closed_at,
  case when u.access_granted_until > ${now}::timestamptz then u.access_granted_until end as access_granted_until`;

const matches = `
  (u.username ilike $2 or u.email ilike $2)
  and case $3
        when 'all' then true
        when 'closed' then u.closed_at is not null
        when 'staff' then u.closed_at is null and (u.is_staff or u.is_superuser)
        when 'granted' then u.closed_at is null and u.access_granted_until > $1::timestamptz
        else u.closed_at is null and u.subscription_status = $3
      end`;

/** Newest first. Values: now, pattern, filter, how many, offset. */
export const listMembers = statement(
  "admin-members.list",
  counted({
    id: int,
    username: text,
    email: text,
    subscription_status: textOf<SubscriptionStatus>(),
    subscription_plan: textOf<SubscriptionPlan>(),
    subscription_end_date: nullable(instant),
    cancel_at_period_end: bool,
    is_staff: bool,
    is_superuser: bool,
    created_at: instant,
    closed_at: nullable(instant),
    access_granted_until: nullable(instant),
  }),
  `with total as (select count(*) as count from users u where ${matches}),
   page as (
     select ${columns("$1")} from users u where ${matches}
      order by u.created_at desc, u.id desc limit $4 offset $5)
   select total.count, page.* from total left join page on true order by page.created_at desc, page.id desc`,
);

/** Values: now, id. */
export const findMember = statement(
  "admin-members.find",
  {
    id: int,
    username: text,
    email: text,
    subscription_status: textOf<SubscriptionStatus>(),
    subscription_plan: textOf<SubscriptionPlan>(),
    subscription_end_date: nullable(instant),
    cancel_at_period_end: bool,
    is_staff: bool,
    is_superuser: bool,
    created_at: instant,
    closed_at: nullable(instant),
    access_granted_until: nullable(instant),
  },
  `select ${columns("$1")} from users u where u.id = $2`,
);

/** Values: now, id. */
export const lockMember = statement(
  "admin-members.lock",
  {
    id: int,
    username: text,
    email: text,
    subscription_status: textOf<SubscriptionStatus>(),
    subscription_plan: textOf<SubscriptionPlan>(),
    subscription_end_date: nullable(instant),
    cancel_at_period_end: bool,
    is_staff: bool,
    is_superuser: bool,
    created_at: instant,
    closed_at: nullable(instant),
    access_granted_until: nullable(instant),
  },
  `select ${columns("$1")} from users u where u.id = $2 for update`,
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

/** Values: id, until or null. */
export const setGrantedAccess = statement(
  "admin-members.grant",
  {},
  `update users set access_granted_until = $2 where id = $1`,
);

/** Values: id. */
export const endTrial = statement(
  "admin-members.end-trial",
  {},
  `update users set subscription_status = 'inactive' where id = $1 and subscription_status = 'trial'`,
);

/** Values: id, is staff. */
export const setStaff = statement("admin-members.staff", {}, `update users set is_staff = $2 where id = $1`);
