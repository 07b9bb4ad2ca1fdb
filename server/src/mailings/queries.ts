import { bool, command, instant, int, notNull, nullable, statement, text, textOf } from "../db/statement.ts";
import { RECEIVES } from "./preferences/queries.ts";
import { IN_AUDIENCE, TRIAL_END } from "./audiences.ts";

/**
 * The first mailing with due recipients. Every process finds the same one, so that all share its rate; automatic mails
 * are older than notices. A notice that staff withdrew is not sent on, and a corrected one goes out corrected.
 * Values: now, may advertise.
 */
export const findDueMailing = statement("mailings.find-due", {
  id: int,
  key: text,
  is_required: bool,
  subject: text,
  body: text,
})`
  select m.id, m.key, m.audience = 'required' as is_required, coalesce(n.notice_title, m.subject) as subject, coalesce(n.notice_content, m.body) as body
    from mailings m left join notices n on n.id = m.notice_id
         cross join lateral (
           select from mailing_recipients r
            where r.mailing_id = m.id and r.done_at is null and r.handed_at is null and r.send_after <= $1
            order by r.send_after limit 1) due
   where m.send_at <= $1 and ($2 or m.audience = 'required') and (m.key not like 'notice %' or n.published_at <= $1)
   order by m.id limit 1`;

/**
 * Lets one process send the next batch. One that lies further ahead than the batch after it is of a clock that was set back.
 * Values: id, now, the beginning of the batch after it.
 */
export const takeBatch = statement("mailings.take-batch", { id: int })`
  update mailings set next_batch_at = $3
   where id = $1 and coalesce(next_batch_at <= $2::timestamptz or next_batch_at > $3::timestamptz + interval '1 minute', true)
  returning id`;

export const claimedColumns = {
  user_id: int,
  recipient: text,
  created_at: instant,
  attempts: int,
  outcome: nullable(textOf<"skipped">()),
  /** Of every member, also without a trial. */
  trial_ends_at: notNull(instant),
};

/**
 * Claims due recipients until the lease ends. A member who may not get the mail any more is done without it: `outcome`.
 * Values: now, mailing id, lease end, the most.
 */
export const claimRecipients = statement("mailings.claim", claimedColumns)`
  with due as (
    select r.mailing_id, r.user_id, u.email, ${TRIAL_END} as trial_ends_at, ${RECEIVES} and ${IN_AUDIENCE} as receives
      from mailing_recipients r join mailings m on m.id = r.mailing_id join users u on u.id = r.user_id
           left join mail_preferences p on p.user_id = u.id
     where r.mailing_id = $2 and r.done_at is null and r.handed_at is null and r.send_after <= $1
     order by r.send_after
     limit $4
     for update of r skip locked)
  update mailing_recipients r
     set attempts = r.attempts + 1,
         send_after = case when due.receives then $3 else r.send_after end,
         done_at = case when not due.receives then $1::timestamptz end,
         outcome = case when not due.receives then 'skipped' end
    from due
   where r.mailing_id = due.mailing_id and r.user_id = due.user_id
  returning r.user_id, due.email as recipient, r.created_at, r.attempts, r.outcome, due.trial_ends_at`;

/**
 * Records that the mail server is about to get the end of the mail. No row: another process claimed the recipient
 * meanwhile, or the member refused or has another address, or the mailing was stopped. `coalesce` keeps the planner from
 * the index of due recipients, of which it would read all. Values: now, mailing id, user id, attempts, recipient.
 */
export const handOver = statement("mailings.hand-over", { user_id: int })`
  update mailing_recipients r set handed_at = $1
    from mailings m, users u left join mail_preferences p on p.user_id = u.id
   where r.mailing_id = $2 and r.user_id = $3 and r.attempts = $4 and coalesce(r.handed_at, r.done_at) is null
     and u.id = r.user_id and u.email = $5 and m.id = r.mailing_id and m.send_at is not null
     and ${RECEIVES} and ${IN_AUDIENCE}
  returning r.user_id`;

/** Values: mailing id, user id, attempts, now, outcome. */
export const finish = command("mailings.finish")`
  update mailing_recipients set done_at = $4, outcome = $5
   where mailing_id = $1 and user_id = $2 and attempts = $3 and done_at is null`;

/** The server did not take the mail. Values: mailing id, user id, attempts, the next attempt. */
export const postpone = command("mailings.postpone")`
  update mailing_recipients set send_after = $4, handed_at = null
   where mailing_id = $1 and user_id = $2 and attempts = $3 and done_at is null`;
