import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { currentUserReader } from "../../accounts/sessions/current-user.ts";
import type { StaffContext } from "../context.ts";
import { notFound } from "../../errors/app-error.ts";
import { composeMailing } from "../../mailings/compose.ts";
import { readText } from "./text-source.ts";

/** Mails carry their styles with them. */
const PREVIEW_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";

/** The page behind a preview's address: the mail's HTML as members get it. */
export function mailPreviewRoutes({ app, db, site, now, previews }: StaffContext): void {
  const findUser = currentUserReader(db);
  app.get<{ Querystring: { token?: unknown } }>("/mail-preview", async ({ query: { token } }, reply) => {
    const source = typeof token === "string" ? previews.open(token, now()) : null;
    const reader = source && (await findUser(source.session));
    const text = source && reader && isStaff(reader) ? await readText({ db, site, now }, source) : null;
    if (!text) throw notFound("プレビュー");
    return reply
      .headers({ "content-security-policy": PREVIEW_POLICY, "cache-control": "no-store" })
      .type("text/html; charset=utf-8")
      .send(composeMailing(site, text, `${site.publicUrl}/unsubscribe`, new Date(now()).toISOString()).html);
  });
}
