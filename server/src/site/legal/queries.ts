import type { Publication } from "@manabiya/contract/legal/forms.ts";
import { instant, int, json, statement, text } from "../../db/statement.ts";

/** A stored version. Every publication is a row of its own. */
export interface StoredLegal extends Publication {
  form: object;
  /** The announcement to members. */
  notice_id?: number | null;
}

/** Without the texts, the newest first. Values: document. */
export const listDates = statement("legal.dates", {
  revision: int,
  effective_on: text,
  summary: text,
  changed_at: instant,
})`
  select revision, content ->> 'effective_on' as effective_on, content ->> 'summary' as summary, changed_at
    from site_documents where document = $1 order by revision desc`;

/** Values: document, revision. */
export const readVersion = statement("legal.version", { content: json<StoredLegal>() })`
  select content from site_documents where document = $1 and revision = $2`;

/** With the texts, the newest first. Values: document, the most. */
export const listVersions = statement("legal.versions", {
  revision: int,
  content: json<StoredLegal>(),
  changed_at: instant,
})`
  select revision, content, changed_at from site_documents where document = $1 order by revision desc limit $2`;
