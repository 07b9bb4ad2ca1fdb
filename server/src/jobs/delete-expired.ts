import { deleteExpiredHits } from "../accounts/login/rate-limit.ts";
import type { Database } from "../db/open.ts";
import { statement } from "../db/statement.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Days that the staff can still see to whom a mail went, and when. */
const SENT_MAIL_DAYS = 30;
/** Days of which a video's views are counted apart: more than what is recommended by them looks back on. */
const VIEW_DAYS = 31;
/** Days that a browser is known for; its cookie lives as long. */
const DEVICE_DAYS = 400;

const forgetSentMails = statement("retention.sent-mails", {}, `delete from mail_outbox where sent_at < $1`);
const forgetPasswordResets = statement(
  "retention.password-resets",
  {},
  `delete from password_resets where expires_at < $1`,
);
const forgetVerifications = statement(
  "retention.email-verifications",
  {},
  `delete from email_verifications where expires_at < $1`,
);
const forgetTickets = statement(
  "retention.login-tickets",
  {},
  `delete from login_tickets where expires_at < $1`,
);
const forgetDevices = statement("retention.devices", {}, `delete from known_devices where last_seen_at < $1`);
const forgetSessions = statement("retention.sessions", {}, `delete from sessions where expires_at < $1`);

const forgetViews = statement(
  "retention.daily-views",
  {},
  `delete from daily_views where day < ($1::timestamptz at time zone 'UTC')::date`,
);

/** Deletes what has served its purpose. `now`: milliseconds since 1970. */
export async function deleteExpired(db: Database, now: number): Promise<void> {
  const daysAgo = (days: number) => [new Date(now - days * DAY).toISOString()];
  await deleteExpiredHits(db, now);
  await forgetSentMails(db, daysAgo(SENT_MAIL_DAYS));
  await forgetPasswordResets(db, daysAgo(1));
  await forgetVerifications(db, daysAgo(0));
  await forgetTickets(db, daysAgo(0));
  await forgetDevices(db, daysAgo(DEVICE_DAYS));
  // Until it expires, an ended session answers a stolen refresh token.
  await forgetSessions(db, daysAgo(0));
  await forgetViews(db, daysAgo(VIEW_DAYS));
}
