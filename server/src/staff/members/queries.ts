import { SHARED } from "@manabiya/contract/staff/members/shared-account.ts";
import { INVALIDATED } from "../../accounts/passwords/password.ts";
import { bool, instant, int, nullable, type RowOf, statement, text, uuid } from "../../db/statement.ts";
import { Member, MemberDetail } from "@manabiya/contract/staff/members.ts";
import * as z from "zod/mini";
import { columnsOf } from "../../db/columns-of.ts";

export const memberColumns = {
  ...columnsOf(z.omit(Member, { can_watch: true, viewing: true })),
  may_see_members: bool,
  may_see_money: bool,
  must_have_second_factor: bool,
  /** Also after it has ended. */
  last_granted_until: nullable(instant),
  payment_failed: bool,
  must_reset_password: bool,
  has_gift: bool,
};
/** `$1` is now. */
export const MEMBER = `
  u.id, u.username, u.email, u.subscription_status, u.subscription_plan, u.subscription_end_date,
  u.cancel_at_period_end, u.is_staff, u.is_superuser, u.email_verified_at, u.may_see_members, u.may_see_money,
  u.must_have_second_factor, u.suspended_at, u.questions_blocked_at, u.created_at, u.closed_at,
  case when u.access_granted_until > $1::timestamptz then u.access_granted_until end as access_granted_until,
  u.access_granted_until as last_granted_until,
  exists (select from subscriptions s where s.user_id = u.id and s.payment_failed) as payment_failed,
  u.password_hash like '${INVALIDATED}%'
    and (select l.user_id from login_identities l where l.user_id = u.id limit 1) is null as must_reset_password,
  coalesce(u.access_granted_until > $1::timestamptz, false)
    and (select true from gifts g where g.redeemed_by = u.id limit 1) is not null as has_gift`;

export type MemberRow = RowOf<typeof memberColumns>;

/** Values: now, id. */
export const findMember = statement("admin-members.find", memberColumns)`select ${MEMBER} from users u where u.id = $2`;

/** The log refers to the person who acts, whose row somebody else may have locked in the same way. Values: now, id. */
export const lockMember = statement("admin-members.lock", memberColumns)`
  select ${MEMBER} from users u where u.id = $2 for no key update`;

/** Values: id, now. */
export const listSessions = statement("admin-members.sessions", {
  id: uuid,
  created_at: instant,
  last_used_at: instant,
  address: text,
  user_agent: text,
})`
  select id, created_at, last_used_at, address, user_agent from sessions
   where user_id = $1 and revoked_at is null and expires_at > $2
   order by last_used_at desc, id limit 100`;

/** Values: id. */
export const readWatched = statement(
  "admin-members.watched",
  columnsOf(MemberDetail, "watched_count", "last_watched_at"),
)`
  select coalesce((select watch_history from member_counts where user_id = $1), 0) as watched_count,
         (select watched_at from watch_history where user_id = $1 order by watched_at desc, video_id desc limit 1)
           as last_watched_at`;

/** Values: id, now. */
export const listSharedHours = statement("admin-members.shared-hours", { at: instant, networks: int, devices: int })`
  select at, networks, devices from shared_hours
   where user_id = $1 and at > $2::timestamptz - interval '${SHARED.days} days' order by at desc`;

/** Values: id. */
export const readProviderIds = statement("admin-members.provider-ids", {
  customer_id: nullable(text),
  subscription_id: nullable(text),
})`
  select c.customer_id, s.subscription_id
    from stripe_customers c left join subscriptions s on s.user_id = c.user_id where c.user_id = $1`;

/** Values: id. */
export const readPayment = statement("admin-members.payment", {
  unpaid_amount: nullable(int),
  retry_at: nullable(instant),
  needs_authentication: bool,
  card_expires: nullable(text),
})`
  select unpaid_amount, retry_at, needs_authentication, card_expires from subscriptions where user_id = $1`;

/** Changes only the given fields. Values: now, id, JSON object of fields. */
export const updateMember = statement("admin-members.update", memberColumns)`
  update users u set (access_granted_until, subscription_status, is_staff, is_superuser, may_see_members,
                      may_see_money, must_have_second_factor, suspended_at, questions_blocked_at)
     = (select r.access_granted_until, r.subscription_status, r.is_staff, r.is_superuser, r.may_see_members,
               r.may_see_money, r.must_have_second_factor, r.suspended_at, r.questions_blocked_at
          from jsonb_populate_record(u, $3::jsonb) r)
   where u.id = $2 returning ${MEMBER}`;
