import { Profile } from "@manabiya/contract/accounts/profile.ts";
import { batched } from "../../db/batch.ts";
import { columnsOf } from "../../db/columns-of.ts";
import { INVALIDATED } from "../passwords/password.ts";
import type { Database } from "../../db/open.ts";
import { bool, instant, int, nullable, type RowOf, statement, text, uuid } from "../../db/statement.ts";

const columns = {
  ...columnsOf(Profile, "id", "username", "email", "email_verified_at", "subscription_plan", "subscription_status"),
  ...columnsOf(Profile, "subscription_end_date", "cancel_at_period_end", "created_at", "is_staff", "is_superuser"),
  ...columnsOf(Profile, "may_see_members", "may_see_money", "has_second_factor"),
  access_granted_until: nullable(instant),
  must_have_second_factor: bool,
  session_id: uuid,
  /** False: a provider logs the member in instead. An invalidated password counts as one until it is reset. */
  has_password: bool,
  /** The name of the provider that logged the member in; null: a password. */
  provider: nullable(text),
  /** Raised by every change of the member's lists (decisions/004); null: the member has never used a list. */
  lists_version: nullable(int),
  /** Until then, URLs of videos that this session was given are prolonged (files/storage/address.ts). */
  plays_until: nullable(instant),
};

/** The signed-in user of a request. */
export type CurrentUser = RowOf<typeof columns>;

const USER = `u.id, u.username, u.email, u.email_verified_at, u.subscription_plan, u.subscription_status,
         u.subscription_end_date, u.cancel_at_period_end, u.access_granted_until, u.created_at, u.is_staff,
         u.is_superuser, u.may_see_members, u.may_see_money, u.must_have_second_factor,
         not (u.password_hash like '${INVALIDATED}%'
              and exists (select from login_identities l where l.user_id = u.id)) as has_password,
         exists (select from second_factors f where f.user_id = u.id and f.enabled_at is not null) as has_second_factor,
         (select m.lists_version from member_counts m where m.user_id = u.id) as lists_version`;

/**
 * No row for a session that was ended. The subquery hides the number of session ids from the planner: otherwise it
 * plans again for each number, which takes longer than the search itself. Values: session ids.
 */
const findCurrentUsers = statement("auth.find-current-users", columns)`
  select ${USER}, s.id as session_id, s.plays_until, s.provider
    from sessions s
    join users u on u.id = s.user_id
   where s.id = any ((select $1::uuid[])::uuid[]) and s.revoked_at is null and u.closed_at is null and u.suspended_at is null`;

/** @returns a function that finds a session's user; null when the session was ended */
export function currentUserReader(db: Database): (sessionId: string) => Promise<CurrentUser | null> {
  return batched<string, CurrentUser | null>(async (sessionIds) => {
    const rows = await findCurrentUsers(db, [sessionIds]);
    const users = new Map(rows.map((row) => [row.session_id, row]));
    return sessionIds.map((id) => users.get(id) ?? null);
  });
}

/**
 * The superuser who made a key, if the key may read the scope and its maker is still a superuser. It opens no session.
 * Values: hash, scope, now.
 */
export const findUserOfKey = statement("auth.find-user-of-key", columns)`
  with used as (
    update api_keys set last_used_at = $3 where hash = $1 and scope = $2 returning user_id)
  select ${USER}, gen_random_uuid() as session_id, null::timestamptz as plays_until, null::text as provider
    from used join users u on u.id = used.user_id
   where u.is_superuser and u.closed_at is null and u.suspended_at is null`;
