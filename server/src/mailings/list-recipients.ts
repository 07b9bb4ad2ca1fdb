import { type Database, int, statement } from "../db/statement.ts";
import type { SiteSettings } from "../config/config.ts";
import { prepareDigest } from "./digest.ts";
import { addRecipients } from "./audiences.ts";

/** Members per statement, so that each ends within its time limit. */
const STEP = 5_000;

/** Locks a mailing whose recipients are to be listed, and takes the notice's present text. Values: now, may advertise. */
const begin = statement("mailings.begin", { id: int })`
  with due as (
    select m.id, n.notice_title, n.notice_content
      from mailings m left join notices n on n.id = m.notice_id
     where m.send_at <= $1 and m.listed_at is null and m.audience in ('all', 'trial', 'ended', 'digest', 'required') and ($2 or m.audience = 'required')
       and (m.key not like 'notice %' or n.published_at <= $1)
     order by m.id limit 1
     for update of m skip locked)
  update mailings m set listed_at = $1, subject = coalesce(due.notice_title, m.subject), body = coalesce(due.notice_content, m.body)
    from due where m.id = due.id returning m.id`;

const automatic = statement("mailings.automatic", { id: int })`
  select id from mailings where audience in ('welcome', 'trial_ending', 'trial_ended') and send_at <= $1 order by id`;

/**
 * Lists the recipients of one mailing that is due, all in one transaction: a process that ends meanwhile leaves nothing.
 * @param now milliseconds
 * @param mayAdvertise false: only mails that the contract requires
 * @returns false when none is due
 */
export function listDueMailing(db: Database, now: number, mayAdvertise = true): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [mailing] = await begin(tx, [new Date(now).toISOString(), mayAdvertise]);
    if (mailing) await addAll(tx, mailing.id, now);
    return mailing !== undefined;
  });
}

/** Adds the members to whom an automatic mail's occasion came, and prepares the digest. It may run any number of times. */
export async function listMailOccasions(db: Database, site: SiteSettings, now: number): Promise<void> {
  await prepareDigest(db, site, now);
  for (const { id } of await automatic(db, [new Date(now).toISOString()])) await addAll(db, id, now);
}

async function addAll(db: Database, id: number, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  for (let after = 0, isOver = false; !isOver;) {
    const [step] = await addRecipients(db, [at, id, after, STEP]);
    after = step?.last ?? 0;
    isOver = after === 0;
  }
}
