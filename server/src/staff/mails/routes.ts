import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AppContext } from "../../http/app-context.ts";
import { recordChange } from "../../audit/record.ts";
import { notFound } from "../../http/app-error.ts";
import { NEVER } from "../../mail/backoff.ts";
import { listFailedMails, retryMail } from "./queries.ts";

export function adminMailRoutes({ app, db, now, wakeMailSender }: AppContext): void {
  const { failed, retry } = staff.adminMails;

  app.route({ ...failed, handler: () => listFailedMails(db, [NEVER]) });

  app.route({
    ...retry,
    handler: async ({ params: { id }, currentUser }) => {
      const subject = await db.transaction(async (tx) => {
        const [mail] = await retryMail(tx, [id, new Date(now()).toISOString()]);
        if (!mail) throw notFound("送信待ちのメール");
        await recordChange(tx, { by: currentUser.id, action: "mail.retry", id }, now());
        return mail.subject;
      });
      wakeMailSender();
      return { message: `「${subject}」をもう一度送信します。` };
    },
  });
}
