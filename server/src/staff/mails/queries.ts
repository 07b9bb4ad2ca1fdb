import { instant, int, notNull, nullable, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

/** Values: when a mail would be due that is not tried any more. */
export const listFailedMails = statement(
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
     from mail_outbox where sent_at is null and last_error is not null
    order by created_at, id limit 100`,
);

/** Makes a failed mail due. Values: id, now. */
export const retryMail = statement(
  "admin-mails.retry",
  { id: int, subject: text },
  `update mail_outbox set send_after = $2
    where id = $1 and sent_at is null and last_error is not null returning id, subject`,
);
