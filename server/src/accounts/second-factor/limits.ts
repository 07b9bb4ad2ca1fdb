import { type Limit, takeHit, undoHits } from "../login/rate-limit.ts";
import type { Database } from "../../db/open.ts";
import { tooManyRequests } from "../../http/app-error.ts";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Wrong codes per account, whoever sends them: only who has the password comes so far. */
const SOON: Limit = { hits: 5, seconds: 15 * MINUTE };
/** Keeps the chance of a guess, three codes of a million each, far below one in ten thousand a day. */
const DAILY: Limit = { hits: 20, seconds: DAY };
const WARNINGS: Limit = { hits: 1, seconds: DAY };

/**
 * Counts a code before it is looked at.
 * @param warn called once a day when there are too many
 * @returns to be called when the code was right, so that only wrong ones count
 * @throws 429
 */
export async function countCode(
  db: Database,
  { userId, warn }: { userId: number; warn: () => Promise<void> },
  now: number,
): Promise<() => Promise<void>> {
  const keys = { soon: `code:${userId}`, daily: `code-day:${userId}` };
  const waits = [await takeHit(db, keys.soon, SOON, now), await takeHit(db, keys.daily, DAILY, now)];
  const wait = Math.max(...waits);
  if (wait > 0) {
    if ((await takeHit(db, `code-warning:${userId}`, WARNINGS, now)) === 0) await warn();
    throw tooManyRequests(wait);
  }
  return () => undoHits(db, Object.values(keys));
}
