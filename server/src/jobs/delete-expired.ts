import { deleteExpiredHits } from "../accounts/login/rate-limit.ts";
import type { Database } from "../db/open.ts";
import { statement } from "../db/statement.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Days for which staff can see the recipient and the time of a mail. */
const SENT_MAIL_DAYS = 30;
/** Days of daily view counts. Recommendations look back on fewer. */
const VIEW_DAYS = 31;
/** Days. The browser's cookie lives as long. */
const DEVICE_DAYS = 400;

const deleteSentMails = statement("retention.sent-mails", {}, `delete from mail_outbox where sent_at < $1`);
const deletePasswordResets = statement(
  "retention.password-resets",
  {},
  `delete from password_resets where expires_at < $1`,
);
const deleteVerifications = statement(
  "retention.email-verifications",
  {},
  `delete from email_verifications where expires_at < $1`,
);
const deleteTickets = statement(
  "retention.login-tickets",
  {},
  `delete from login_tickets where expires_at < $1`,
);
const deleteDevices = statement("retention.devices", {}, `delete from known_devices where last_seen_at < $1`);
const deleteSessions = statement("retention.sessions", {}, `delete from sessions where expires_at < $1`);

const deleteViews = statement(
  "retention.daily-views",
  {},
  `delete from daily_views where day < ($1::timestamptz at time zone 'UTC')::date`,
);

/** @param now milliseconds since 1970 */
export async function deleteExpired(db: Database, now: number): Promise<void> {
  const daysAgo = (days: number) => [new Date(now - days * DAY).toISOString()];
  await deleteExpiredHits(db, now);
  await deleteSentMails(db, daysAgo(SENT_MAIL_DAYS));
  await deletePasswordResets(db, daysAgo(1));
  await deleteVerifications(db, daysAgo(0));
  await deleteTickets(db, daysAgo(0));
  await deleteDevices(db, daysAgo(DEVICE_DAYS));
  // Until it expires, a revoked session detects the reuse of its refresh token.
  await deleteSessions(db, daysAgo(0));
  await deleteViews(db, daysAgo(VIEW_DAYS));
}
