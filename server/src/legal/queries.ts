import type { Publication } from "@manabiya/contract/legal/forms.ts";
import { instant, int, json, text } from "../db/columns.ts";
import { statement } from "../db/statement.ts";

/** A stored version. Every publication is a row of its own. */
export interface StoredLegal extends Publication {
  form: object;
  /** The announcement to members. */
  notice_id?: number | null;
}

/** Without the texts, the newest first. Values: document. */
export const listDates = statement(
  "legal.dates",
  { revision: int, effective_on: text, summary: text, changed_at: instant },
  `select revision, content ->> 'effective_on' as effective_on, content ->> 'summary' as summary, changed_at
     from site_documents where document = $1 order by revision desc`,
);

/** Values: document, revision. */
export const readVersion = statement(
  "legal.version",
  { content: json<StoredLegal>() },
  "select content from site_documents where document = $1 and revision = $2",
);

/** With the texts, the newest first. Values: document, the most. */
export const listVersions = statement(
  "legal.versions",
  { revision: int, content: json<StoredLegal>(), changed_at: instant },
  "select revision, content, changed_at from site_documents where document = $1 order by revision desc limit $2",
);

/**
 * A change of the terms is no advertisement, so its mail also goes to members who refuse those (decisions/052).
 * Values: notice id, now.
 */
export const mailNotice = statement(
  "legal.mail-notice",
  { id: int },
  `insert into mailings (key, audience, subject, body, send_at, notice_id, created_at)
   select 'notice ' || id, 'required', notice_title, notice_content, $2, id, $2 from notices where id = $1 returning id`,
);

/** The notice becomes a draft, so its mail goes to nobody else. Values: notice id. */
export const withdrawNotice = statement(
  "legal.withdraw-notice",
  { id: int },
  `with stopped as (update mailings set send_at = null where notice_id = $1)
   update notices set published_at = null, revision = revision + 1 where id = $1 returning id`,
);
