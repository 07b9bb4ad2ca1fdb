import { statement } from "../db/statement.ts";

/** Stops advertising mails to the member's present address. Values: user id, the refused address, now. */
export const markUndeliverable = statement(
  "mail-preferences.mark-undeliverable",
  {},
  `insert into mail_preferences (user_id, undeliverable_email, undeliverable_at)
   select id, email, $3 from users where id = $1 and email = $2 and closed_at is null
   on conflict (user_id) do update set undeliverable_email = excluded.undeliverable_email, undeliverable_at = $3`,
);

/** A mail server took a mail to the address again. Values: user id, address. */
export const markDeliverable = statement(
  "mail-preferences.mark-deliverable",
  {},
  `update mail_preferences set undeliverable_email = null, undeliverable_at = null
    where user_id = $1 and undeliverable_email = $2`,
);
