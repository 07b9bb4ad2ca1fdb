import { contract } from "@manabiya/contract";
import type { StaffContext } from "../context.ts";
import { recordChange } from "../../audit/record.ts";
import { int, notNull, statement, text } from "../../db/statement.ts";
import { only } from "../../errors/app-error.ts";
import { NEVER } from "../../mail/backoff.ts";
import { isShown } from "./shown-mails.ts";
import { FailedMail } from "@manabiya/contract/staff/mails.ts";
import { columnsOf } from "../../db/columns-of.ts";

/** Values: the due time of emails without further attempts, whether the reader is a superuser. */
const listFailedMails = statement("admin-mails.failed", { ...columnsOf(FailedMail), last_error: notNull(text) })`
  select id, recipient, subject, created_at, attempts, last_error, refused_code,
         (select u.id from users u where u.id = m.user_id and u.closed_at is null) as member_id,
         case when send_after < $1::timestamptz then send_after end as next_attempt_at
    from mail_outbox m where ${isShown("$2")}
   order by created_at, id limit 100`;

/** Makes a failed email due, to the present address of its member. Values: id, now, whether the caller is a superuser. */
const retryMail = statement("admin-mails.retry", { id: int, subject: text })`
  update mail_outbox m
     set send_after = $2, refused_code = null,
         recipient = coalesce((select u.email from users u where u.id = m.user_id and u.closed_at is null), recipient)
   where id = $1 and ${isShown("$3")} returning id, subject`;

/** Values: id, whether the caller is a superuser. */
const discardMail = statement("admin-mails.discard", { subject: text })`
  delete from mail_outbox m where id = $1 and ${isShown("$2")} returning subject`;

export function adminMailRoutes({ app, db, now, wakeMailSender }: StaffContext): void {
  const { failed, retry, discard } = contract.adminMails;

  app.answer(failed, ({ currentUser }) => listFailedMails(db, [NEVER, currentUser.is_superuser]));

  app.answer(retry, async ({ params: { id }, currentUser }) => {
    const subject = await db.transaction(async (tx) => {
      const mail = only(
        await retryMail(tx, [id, new Date(now()).toISOString(), currentUser.is_superuser]),
        "送信待ちのメール",
      );
      await recordChange(tx, { by: currentUser.id, action: "mail.retry", id }, now());
      return mail.subject;
    });
    wakeMailSender();
    return { message: `「${subject}」をもう一度送信します。` };
  });

  app.answer(discard, ({ params: { id }, currentUser }) =>
    db.transaction(async (tx) => {
      const mail = only(await discardMail(tx, [id, currentUser.is_superuser]), "送信待ちのメール");
      await recordChange(tx, { by: currentUser.id, action: "mail.discard", id }, now());
      return { message: `「${mail.subject}」を破棄しました。` };
    }),
  );
}
