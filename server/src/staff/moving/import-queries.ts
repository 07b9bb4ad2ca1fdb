import { TRIAL_DAYS } from "@manabiya/contract/rules/can-watch.ts";
import { command, int, notNull, statement, text } from "../../db/statement.ts";
import { cohortOf } from "../../events/membership-changes.ts";
import { countListChanges } from "../../catalogue/watching/list-changes.ts";
import { IN_AUDIENCE } from "../../mailings/audiences.ts";
import { RECEIVES } from "../../mailings/preferences/queries.ts";

/** Values: addresses. */
export const findEmails = statement("moving.find-emails", { email: text })`
  select email from users where email = any ($1::text[])`;

/** Values: customer ids. */
export const findCustomers = statement("moving.find-customers", { customer_id: notNull(text) })`
  select customer_id from stripe_customers where customer_id = any ($1::text[])`;

/** Values: ids at the hosts. */
export const findVideos = statement("moving.find-videos", { id: int, video_id: text })`
  select id, video_id from videos where video_id = any ($1::text[])`;

/** An address with an account returns no row. Values: JSON array of members, the hash that no password fits. */
export const insertMembers = statement("moving.insert-members", { id: int, email: text })`
  insert into users (username, email, email_verified_at, password_hash, subscription_plan, subscription_status,
                     subscription_end_date, cancel_at_period_end, access_granted_until, created_at, suspended_at)
  select username, email, email_verified_at, coalesce(password_hash, $2), subscription_plan, subscription_status,
         subscription_end_date, cancel_at_period_end, access_granted_until, created_at, suspended_at
    from json_to_recordset($1::json) as r (
      username text, email text, email_verified_at timestamptz, password_hash text, subscription_plan text,
      subscription_status text, subscription_end_date timestamptz, cancel_at_period_end boolean,
      access_granted_until timestamptz, created_at timestamptz, suspended_at timestamptz)
  on conflict (email) do nothing
  returning id, email`;

/**
 * Uses up the trials of mailboxes. A running trial of a mailbox that had one before ends here, whoever had it. Values: JSON
 * array of user_id, mailbox and created_at, now, the user ids.
 */
export const insertTrials = command("moving.insert-trials")`
  with given as (
    select * from json_to_recordset($1::json) as r (user_id int, mailbox text, created_at timestamptz)),
  added as (
    insert into trials (mailbox, started_at, user_id) select mailbox, created_at, user_id from given
    on conflict do nothing returning user_id),
  counted as (
    insert into membership_changes (user_id, at, kind, cohort)
    select user_id, created_at, 'trial', ${cohortOf("created_at")} from given join added using (user_id))
  update users u set subscription_status = 'inactive'
   where u.id = any ($3::int[]) and u.subscription_status = 'trial'
     and u.created_at + interval '${TRIAL_DAYS} days' > $2::timestamptz and u.id not in (select user_id from added)`;

/**
 * Inserts the links to customers of the provider, the refusals of mails, and the figures, where nobody counts as new
 * today. Values: JSON array, now.
 */
export const insertBelongings = command("moving.insert-belongings")`
  with given as (
    select * from json_to_recordset($1::json) as r (
      user_id int, email text, customer_id text, refused_at timestamptz, created_at timestamptz, is_paying boolean)),
  linked as (
    insert into stripe_customers (user_id, customer_id, email)
    select user_id, customer_id, email from given where customer_id is not null),
  refused as (
    insert into mail_preferences (user_id, refused_at, changed_at)
    select user_id, refused_at, $2 from given where refused_at is not null)
  insert into membership_changes (user_id, at, kind, cohort)
  select user_id, case kind when 'signup' then created_at else $2::timestamptz end, kind, ${cohortOf("created_at")}
    from given, unnest(array['signup', case when is_paying then 'baseline' end]) as kind
   where kind is not null order by user_id`;

/** Values: JSON arrays of favorites, watch_later and history. */
export const insertLists = command("moving.insert-lists")`
  with f as (select * from json_to_recordset($1::json) as r (user_id int, video_id int, at timestamptz)),
  w as (select * from json_to_recordset($2::json) as r (user_id int, video_id int, at timestamptz)),
  h as (
    select * from json_to_recordset($3::json)
        as r (user_id int, video_id int, at timestamptz, position int, duration int)),
  favorites_added as (insert into favorites (user_id, video_id, created_at) select * from f),
  later_added as (insert into watch_later (user_id, video_id, created_at) select * from w),
  history_added as (
    insert into watch_history (user_id, video_id, watched_at, position, duration)
    select user_id, video_id, at, position, duration from h)
  ${countListChanges(`
    select user_id, sum(favorites)::int as favorites, sum(watch_later)::int as watch_later,
           sum(watch_history)::int as watch_history
      from (select user_id, 1 as favorites, 0 as watch_later, 0 as watch_history from f
            union all select user_id, 0, 1, 0 from w
            union all select user_id, 0, 0, 1 from h) as entries
     group by user_id`)}`;

/** Occasions of automatic mails before the import cause none. Values: now, user ids. */
export const skipMails = command("moving.skip-mails")`
  insert into mailing_recipients (mailing_id, user_id, created_at, send_after, done_at, outcome)
  select m.id, u.id, $1::timestamptz, $1::timestamptz, $1::timestamptz, 'skipped'
    from mailings m cross join users u left join mail_preferences p on p.user_id = u.id
   where m.audience in ('welcome', 'trial_ending', 'trial_ended') and u.id = any ($2::int[])
     and ${RECEIVES} and ${IN_AUDIENCE}
  on conflict do nothing`;

/** Milliseconds: on a busy machine a batch can take longer than the default timeout. */
export const BATCH_TIMEOUT = 20_000;
