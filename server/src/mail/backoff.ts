const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

const FIRST_DELAY = 5 * SECOND;
const LONGEST_DELAY = 30 * 60 * SECOND;

/** Milliseconds. Outages of mail servers are shorter. */
const GIVE_UP_AFTER = 3 * DAY;

/** The due time of a mail that was given up. Staff can see it; it is never sent. */
export const NEVER = "9999-12-31T00:00:00.000Z";

/**
 * The time of the next attempt: after 5 s, 10 s, 20 s … half an hour.
 * @returns ISO 8601; `NEVER` when the mail is older than three days
 */
export function nextAttempt(mail: { attempts: number; created_at: string }, now: number): string {
  if (now - Date.parse(mail.created_at) >= GIVE_UP_AFTER) return NEVER;
  const delay = Math.min(FIRST_DELAY * 2 ** (mail.attempts - 1), LONGEST_DELAY);
  return new Date(now + delay).toISOString();
}
