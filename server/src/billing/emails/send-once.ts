import type { Database } from "../../db/open.ts";
import { text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import type { Mail } from "../../mail/outbox.ts";
import { queueMail } from "../../mail/outbox.ts";

export interface Letter {
  kind: "thanks" | "plan_changed" | "cancelled" | "renewal" | "payment_failed" | "ended";
  /** What it is about: the same kind is sent once about it. */
  about: string;
  userId: number;
  mail: Mail;
}

const note = statement(
  "subscription.note-letter",
  { kind: text },
  `insert into billing_letters (kind, about, user_id, queued_at) values ($1, $2, $3, $4)
   on conflict do nothing returning kind`,
);

/**
 * Queues a letter unless it was queued before; `tx` must be a transaction. `now` in milliseconds.
 * @returns whether it was queued now
 */
export async function sendOnce(
  tx: Database,
  { kind, about, userId, mail }: Letter,
  now: number,
): Promise<boolean> {
  const noted = await note(tx, [kind, about, userId, new Date(now).toISOString()]);
  if (noted.length === 0) return false;
  await queueMail(tx, mail, now);
  return true;
}
