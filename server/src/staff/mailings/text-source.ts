import type { Database } from "../../db/open.ts";
import type { MailingText } from "../../mail/mailings/compose.ts";
import type { TextSource } from "./preview-token.ts";
import { findAutomatic, findNotice } from "./queries.ts";

/** @returns null when the record is gone */
export async function readText(db: Database, source: TextSource): Promise<MailingText | null> {
  if ("mailing" in source) return (await findAutomatic(db, [source.mailing]))[0] ?? null;
  const [notice] = await findNotice(db, [source.notice]);
  return notice ? { key: `notice ${notice.id}`, subject: notice.subject, body: notice.body } : null;
}
