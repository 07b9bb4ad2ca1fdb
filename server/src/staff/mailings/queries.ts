import { AutomaticMail, type MailAudience } from "@manabiya/contract/staff/mailings.ts";
import * as z from "zod/mini";
import { columnsOf } from "../../db/columns-of.ts";
import { instant, int, nullable, statement, text, textOf } from "../../db/statement.ts";
import { IN_AUDIENCE } from "../../mailings/audiences.ts";
import { RECEIVES } from "../../mailings/preferences/queries.ts";

const countColumns = { waiting: int, sent: int, skipped: int, failed: int, unanswered: int };
const counted = (mailing: string) => `
  lateral (select count(*) filter (where done_at is null and handed_at is null) as waiting,
                  count(*) filter (where outcome = 'sent') as sent,
                  count(*) filter (where outcome = 'skipped') as skipped,
                  count(*) filter (where outcome = 'failed') as failed,
                  count(*) filter (where done_at is null and handed_at is not null) as unanswered
             from mailing_recipients r where ${mailing}) c`;

export const automaticColumns = {
  ...columnsOf(z.omit(AutomaticMail, { preview_url: true, counts: true })),
  ...countColumns,
};
/** The digest's recipients belong to the digests of the weeks. */
const AUTOMATIC = `
  select m.id, m.key, m.send_at is not null as is_on, m.subject, m.body, m.revision, c.*
    from mailings m, ${counted("r.mailing_id in (select d.id from mailings d where d.id = m.id or m.key = 'digest' and d.key like 'digest %')")}
   where m.key in ('welcome', 'trial_ending', 'trial_ended', 'digest')`;

export const listAutomatic = statement("admin-mailings.automatic", automaticColumns)`${AUTOMATIC} order by m.id`;

/** Values: id. */
export const lockAutomatic = statement("admin-mailings.lock-automatic", automaticColumns)`
  ${AUTOMATIC} and m.id = $1 for update of m`;

/** Occasions before it is switched on cause no mail. Values: id, is on, subject, body, now. */
export const updateAutomatic = statement("admin-mailings.update-automatic", { id: int })`
  update mailings set subject = $3, body = $4, revision = revision + 1,
         send_at = case when $2::boolean then coalesce(send_at, $5::timestamptz) end
   where id = $1 returning id`;

/** Values: notice id. */
export const findNotice = statement("admin-mailings.find-notice", { id: int, subject: text, body: text })`
  select id, notice_title as subject, notice_content as body from notices where id = $1`;

/** Values: mailing id. */
export const findAutomatic = statement("admin-mailings.find-automatic", { key: text, subject: text, body: text })`
  select key, subject, body from mailings where id = $1 and key in ('welcome', 'trial_ending', 'trial_ended', 'digest')`;

/** Values: notice id. */
export const findNoticeMail = statement("admin-mailings.notice-mail", {
  audience: textOf<MailAudience>(),
  send_at: nullable(instant),
  listed_at: nullable(instant),
  ...countColumns,
})`
  select case m.audience when 'required' then 'all' else m.audience end as audience, m.send_at, m.listed_at, c.*
    from mailings m, ${counted("r.mailing_id = m.id")}
   where m.notice_id = $1`;

/** Values: now. */
export const countAudiences = statement("admin-mailings.count-audiences", {
  audience: textOf<MailAudience>(),
  count: int,
})`
  select m.audience, count(*) as count
    from (select unnest(array['all', 'trial', 'ended']) as audience, $1::timestamptz as send_at) m
         cross join users u left join mail_preferences p on p.user_id = u.id
   where ${RECEIVES} and ${IN_AUDIENCE} group by m.audience`;

/** No row: its recipients are listed already. Values: notice id, audience, send at, now. */
export const setNoticeMail = statement("admin-mailings.set-notice-mail", { id: int })`
  insert into mailings as m (key, audience, subject, body, send_at, notice_id, created_at)
  select 'notice ' || id, $2, notice_title, notice_content, $3, id, $4 from notices where id = $1
  on conflict (key) do update set audience = $2, send_at = $3 where m.listed_at is null and m.audience <> 'required'
  returning id`;

/** Values: notice id. */
export const stopNoticeMail = statement("admin-mailings.stop-notice-mail", { id: int })`
  update mailings set send_at = null where notice_id = $1 and send_at is not null returning id`;
