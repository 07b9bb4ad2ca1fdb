import { hasRight, type StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import { TRIAL_DAYS } from "@manabiya/contract/rules/can-watch.ts";
import { TIMELINE_SIZE, TimelineEntry } from "@manabiya/contract/staff/members/desk.ts";
import { personalData } from "../../personal-data/register.ts";
import type { Database } from "../../db/open.ts";
import { statement } from "../../db/statement.ts";
import { columnsOf } from "../../db/columns-of.ts";

/** Days that a sent mail stays in the outbox. Afterwards the record of billing emails tells of it. */
const MAIL_DAYS = daysOf("mail_outbox");

function daysOf(table: string): number {
  const retention = personalData[table]?.retention;
  if (!retention || !("days" in retention)) throw new Error(`${table} has no retention in days`);
  return retention.days;
}

/** Superusers decide about colleagues, and others read no reasons of that. */
const ABOUT_RIGHTS = `'member.set_rights', 'member.make_staff', 'member.remove_staff', 'member.turn_off_second_factor'`;

const NO_PLAN = "null::text as plan";
const NOBODY = "null::text as reason, null::text as by";

/**
 * Newest first. A member has few rows in each table, and every part is found by the member's id. Instants are stored
 * with milliseconds, as the cursor has them. Values: member id, now, cursor's instant, cursor's key, whether the reader
 * may see money, limit, whether the reader is a superuser, whether the reader may see devices and mails.
 */
const readEntries = statement("admin-members.timeline", columnsOf(TimelineEntry))`
  select * from (
    select 'account:' || a.what as key, a.at, 'account' as source, a.what, ${NO_PLAN}, ${NOBODY}
      from users u
      left join trials t on t.user_id = u.id,
           lateral (values ('signup', u.created_at), ('verified', u.email_verified_at), ('closed', u.closed_at),
                           ('trial', t.started_at), ('trial_end', t.started_at + interval '${TRIAL_DAYS} days')
                   ) as a (what, at)
     where u.id = $1 and a.at <= $2::timestamptz
    union all
    select 'session:' || id, created_at, 'session', user_agent, ${NO_PLAN}, ${NOBODY}
      from sessions where user_id = $1 and $8::boolean
    union all
    select 'mail:' || id, created_at, case when sent_at is null then 'unsent_mail' else 'mail' end, subject, ${NO_PLAN}, ${NOBODY}
      from mail_outbox where user_id = $1 and $8::boolean
    union all
    select 'letter:' || md5(kind || about), queued_at, 'letter', kind, ${NO_PLAN}, ${NOBODY}
      from billing_letters where user_id = $1 and $8::boolean and queued_at < $2::timestamptz - interval '${MAIL_DAYS} days'
    union all
    select 'checkout:' || id, created_at, 'checkout', state, plan, ${NOBODY}
      from checkout_attempts where user_id = $1 and gift_months is null
    union all
    select 'gift:' || g.attempt_id, g.bought_at, 'gift', 'bought:' || g.months, ${NO_PLAN}, null, u.username
      from gifts g left join users u on u.id = g.redeemed_by where g.user_id = $1
    union all
    select 'redeemed:' || g.attempt_id, g.redeemed_at, 'gift', 'redeemed:' || g.months, ${NO_PLAN}, null, u.username
      from gifts g left join users u on u.id = g.user_id where g.redeemed_by = $1
    union all
    select 'plan_change:' || id, coalesce(settled_at, created_at), 'plan_change', state, to_plan, ${NOBODY}
      from plan_changes where user_id = $1
    union all
    select 'event:' || md5(e.id), e.received_at, 'event', e.type, ${NO_PLAN}, ${NOBODY}
      from stripe_events e join stripe_customers c on c.customer_id = e.customer_id
     where c.user_id = $1 and $5::boolean
    union all
    select 'alert:' || id, created_at, 'alert', kind, ${NO_PLAN}, ${NOBODY}
      from staff_alerts where user_id = $1 and $5::boolean
    union all
    select 'staff:' || l.id, l.at, 'staff', l.action, ${NO_PLAN}, l.reason, s.username
      from audit_log l left join users s on s.id = l.user_id
     where l.subject = 'member' and l.subject_id = $1 and ($7::boolean or l.action <> all (array[${ABOUT_RIGHTS}]))
  ) timeline
  where (at, key) < ($3::timestamptz, $4::text)
  order by at desc, key desc limit $6`;

/** Newest first. `next`: the cursor of the next part; null: this is the last one. @param given `before`: such a cursor */
export async function readTimeline(
  db: Database,
  given: { id: number; before: string | undefined; reader: StaffRights; seesDevices: boolean },
  now: number,
) {
  const [before, key = ""] = given.before?.split("~") ?? [];
  // JavaScript reads February 30 as a day of March, and PostgreSQL refuses it.
  const at = before === undefined ? "infinity" : new Date(before).toISOString();
  const { id, reader, seesDevices } = given;
  const seesMoney = hasRight(reader, "staff.money");
  const isSuperuser = reader.is_superuser;
  const values = [id, new Date(now).toISOString(), at, key, seesMoney, TIMELINE_SIZE + 1, isSuperuser, seesDevices];
  const rows = await readEntries(db, values);
  const entries = rows.slice(0, TIMELINE_SIZE);
  const last = entries.at(-1);
  return { entries, next: rows.length > TIMELINE_SIZE && last ? `${last.at}~${last.key}` : null };
}
