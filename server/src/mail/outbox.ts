import type { Database } from "../db/open.ts";
import { command, instant, int, nullable, type RowOf, statement, text } from "../db/statement.ts";
import { mailboxOf } from "./mailbox.ts";
import { type Subject, takeHit } from "../limits/rate-limiter.ts";
import { type MailKind, mailKind } from "./mail-kinds.ts";
import { IS_UNDELIVERABLE } from "./undeliverable.ts";

export interface Mail {
  kind: MailKind;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** The account that the mail is about. Default: the open account of the recipient. */
  userId?: number;
}

const insert = command("mail.queue")`
  insert into mail_outbox (recipient, subject, text, html, created_at, send_after, user_id)
  select $1, $2, $3, $4, $5, $5,
         coalesce($6::int, (select id from users where email = $1 and closed_at is null))
   where $7::boolean and not exists (
     select from users u join mail_preferences p on ${IS_UNDELIVERABLE} where u.email = $1)`;

const findOwner = statement("mail.find-owner", { id: int })`
  select id from users where email = $1 and email_verified_at is not null and closed_at is null`;

const claimedColumns = {
  id: int,
  recipient: text,
  subject: text,
  text: text,
  html: text,
  created_at: instant,
  attempts: int,
  /** The account that the mail is about; null: none. */
  user_id: nullable(int),
};

/** A mail that one process owns until its lease ends; `attempts` includes this one. */
export type ClaimedMail = RowOf<typeof claimedColumns>;

const claim = statement("mail.claim", claimedColumns)`
  with due as (
    select id from mail_outbox
     where sent_at is null and send_after <= $1
     order by send_after
     limit $3
     for update skip locked)
  update mail_outbox o
     set send_after = $2, attempts = o.attempts + 1
    from due
   where o.id = due.id
  returning o.id, o.recipient, o.subject, o.text, o.html, o.created_at, o.attempts, o.user_id`;

// A sent mail's content is personal data, and its links open accounts.
const markSent = command("mail.mark-sent")`
  update mail_outbox set sent_at = $2, text = '', html = '', last_error = null, refused_code = null where id = $1`;

const postpone = command("mail.postpone")`
  update mail_outbox set send_after = $3, last_error = $4, refused_code = $5
   where id = $1 and attempts = $2 and sent_at is null`;

/** The cause of a mail: the sender of a request. Jobs, webhooks and operators have no network. */
export interface MailCause extends Pick<Subject, "network" | "device" | "isKnownNetwork"> {
  /** Queues nothing in the same time, so that timing does not reveal which addresses have accounts. */
  isForNobody?: boolean;
}

/**
 * Queues a mail within its limits (limits/declared-limits.ts). Call it in the transaction that causes the mail, and
 * `wakeMailSender` after the commit. A mail to a member whose address takes none is left out.
 * @param now milliseconds
 * @returns 0, or the seconds after which the recipient may get another mail; then nothing is queued
 */
export async function queueMail(tx: Database, mail: Mail, cause: MailCause, now: number): Promise<number> {
  const { recipient, subject, text: plain, html, userId = null } = mail;
  const { isForNobody = false, ...sender } = cause;
  const { group, isToFormerOwner } = mailKind(mail.kind);
  const isToOwner = isToFormerOwner === true || (await findOwner(tx, [recipient])).length > 0;
  const { wait } = isToOwner
    ? await takeHit(tx, "mailToOwner", { account: recipient, mailKind: mail.kind, ...sender }, now)
    : await takeHit(tx, "mailToUnverified", { mailbox: mailboxOf(recipient), mailKind: group, ...sender }, now);
  const isQueued = wait === 0 && !isForNobody;
  await insert(tx, [recipient, subject, plain, html, new Date(now).toISOString(), userId, isQueued]);
  return wait;
}

/** Claims up to `limit` due mails until `leaseEnd` (milliseconds, like `now`). */
export function claimMails(
  db: Database,
  { now, leaseEnd, limit }: { now: number; leaseEnd: number; limit: number },
): Promise<ClaimedMail[]> {
  return claim(db, [new Date(now).toISOString(), new Date(leaseEnd).toISOString(), limit]);
}

/** Marks a mail as sent and deletes its content. */
export async function markMailSent(db: Database, mail: ClaimedMail, now: number): Promise<void> {
  await markSent(db, [mail.id, new Date(now).toISOString()]);
}

/** @param failure `until`: the next attempt, ISO 8601; `refusedCode`: see `hardFailureCode` */
export async function postponeMail(
  db: Database,
  mail: ClaimedMail,
  { until, reason, refusedCode = null }: { until: string; reason: string; refusedCode?: string | null },
): Promise<void> {
  await postpone(db, [mail.id, mail.attempts, until, reason, refusedCode]);
}
