import type { StaffContext } from "../context.ts";
import type { MailingText } from "../../mailings/compose.ts";
import { listWeek } from "../../mailings/digest.ts";
import type { TextSource } from "./preview-token.ts";
import { findAutomatic, findNotice } from "./queries.ts";

type Context = Pick<StaffContext, "db" | "site" | "now">;

/** The digest lists the videos of the last seven days. @returns null when the record is gone */
export async function readText({ db, site, now }: Context, source: TextSource): Promise<MailingText | null> {
  if ("mailing" in source) {
    const [text] = await findAutomatic(db, [source.mailing]);
    if (text?.key !== "digest") return text ?? null;
    return { ...text, body: [text.body, ...(await listWeek(db, site, now(), now()))].join("\n\n") };
  }
  const [notice] = await findNotice(db, [source.notice]);
  return notice ? { key: `notice ${notice.id}`, subject: notice.subject, body: notice.body } : null;
}
