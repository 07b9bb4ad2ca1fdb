import { contract } from "@manabiya/contract";
import type { StaffContext } from "../context.ts";
import { recordChange } from "../../audit/record.ts";
import { instant, int, notNull, nullable, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { notFound } from "../../errors/app-error.ts";
import { NEVER } from "../../mail/backoff.ts";
import { isShown } from "./shown-mails.ts";

/** Values: the due time of emails without further attempts, whether the reader is a superuser. */
const listFailedMails = statement(
  "admin-mails.failed",
  {
    id: int,
    recipient: text,
    subject: text,
    created_at: instant,
    attempts: int,
    last_error: notNull(text),
    next_attempt_at: nullable(instant),
  },
  `select id, recipient, subject, created_at, attempts, last_error,
          case when send_after < $1::timestamptz then send_after end as next_attempt_at
     from mail_outbox m where ${isShown("$2")}
    order by created_at, id limit 100`,
);

/** Makes a failed email due. Values: id, now, whether the caller is a superuser. */
const retryMail = statement(
  "admin-mails.retry",
  { id: int, subject: text },
  `update mail_outbox m set send_after = $2 where id = $1 and ${isShown("$3")} returning id, subject`,
);

export function adminMailRoutes({ app, db, now, wakeMailSender }: StaffContext): void {
  const { failed, retry } = contract.adminMails;

  app.route({ ...failed, handler: ({ currentUser }) => listFailedMails(db, [NEVER, currentUser.is_superuser]) });

  app.route({
    ...retry,
    handler: async ({ params: { id }, currentUser }) => {
      const subject = await db.transaction(async (tx) => {
        const [mail] = await retryMail(tx, [id, new Date(now()).toISOString(), currentUser.is_superuser]);
        if (!mail) throw notFound("送信待ちのメール");
        await recordChange(tx, { by: currentUser.id, action: "mail.retry", id }, now());
        return mail.subject;
      });
      wakeMailSender();
      return { message: `「${subject}」をもう一度送信します。` };
    },
  });
}
