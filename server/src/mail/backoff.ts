const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

const FIRST_WAIT = 5 * SECOND;
const LONGEST_WAIT = 30 * 60 * SECOND;

/** Milliseconds after which a mail is given up: longer than any mail server is down. */
export const GIVE_UP_AFTER = 3 * DAY;

/** When a mail that was given up would be due: kept for the operator to see, never sent. */
export const NEVER = "9999-12-31T00:00:00.000Z";

/**
 * When to try a mail again that failed for the `attempts`-th time: 5 s, 10 s, 20 s … half an hour.
 * @returns ISO 8601; `NEVER` when the mail is older than three days
 */
export function nextAttempt(mail: { attempts: number; created_at: string }, now: number): string {
  if (now - Date.parse(mail.created_at) >= GIVE_UP_AFTER) return NEVER;
  const wait = Math.min(FIRST_WAIT * 2 ** (mail.attempts - 1), LONGEST_WAIT);
  return new Date(now + wait).toISOString();
}
