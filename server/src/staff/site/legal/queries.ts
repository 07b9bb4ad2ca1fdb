import { int, statement } from "../../../db/statement.ts";

/**
 * A change of the terms is no advertisement, so its mail also goes to members who refuse those (decisions/052).
 * Values: notice id, now.
 */
export const mailNotice = statement("legal.mail-notice", { id: int })`
  insert into mailings (key, audience, subject, body, send_at, notice_id, created_at)
  select 'notice ' || id, 'required', notice_title, notice_content, $2, id, $2 from notices where id = $1 returning id`;

/** The notice becomes a draft, so its mail goes to nobody else. Values: notice id. */
export const withdrawNotice = statement("legal.withdraw-notice", { id: int })`
  with stopped as (update mailings set send_at = null where notice_id = $1)
  update notices set published_at = null, revision = revision + 1 where id = $1 returning id`;
