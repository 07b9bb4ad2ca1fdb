import { float, int } from "../db/columns.ts";
import { statement } from "../db/statement.ts";

/** One row. `age`: seconds of the oldest; 0: none waits. Values: now, the `send_after` of mails given up. */
export const readWaitingMails = statement("mail.waiting", { mails: int, age: float })`
  select count(*) as mails, coalesce(extract(epoch from $1::timestamptz - min(created_at)), 0)::float8 as age
    from mail_outbox where sent_at is null and send_after < $2`;
