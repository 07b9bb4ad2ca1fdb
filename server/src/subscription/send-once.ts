import { type Database, statement } from "../db/open.ts";
import type { Mail } from "../mail/outbox.ts";
import { queueMail } from "../mail/outbox.ts";

export type LetterKind = "thanks" | "renewal" | "payment_failed" | "ended";

const note = statement(
  "subscription.note-letter",
  `insert into billing_letters (kind, about, user_id, queued_at) values ($1, $2, $3, $4)
   on conflict do nothing returning kind`,
);

/**
 * Queues a letter unless it was queued before; `tx` must be a transaction. `now` in milliseconds.
 * @returns whether it was queued now
 */
export async function sendOnce(
  tx: Database,
  letter: { kind: LetterKind; about: string; userId: number; mail: Mail },
  now: number,
): Promise<boolean> {
  const { kind, about, userId, mail } = letter;
  const noted = await note(tx, [kind, about, userId, new Date(now).toISOString()]);
  if (noted.length === 0) return false;
  await queueMail(tx, mail, now);
  return true;
}
