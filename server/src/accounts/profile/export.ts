import { desc, eq } from "drizzle-orm";
import { mailboxOf } from "../login/accounts.ts";
import type { CurrentUser } from "../sessions/current-user.ts";
import type { Database } from "../../db/open.ts";
import * as schema from "../../db/schema.ts";
import { exportBilling } from "../../billing/export.ts";

const { favorites, known_devices, mail_outbox, notice_reads, notices, sessions, trials, users, videos } =
  schema;
const { watch_history, watch_later } = schema;

/** Milliseconds. */
const LIST_TIMEOUT = 8_000;

const video = { id: videos.id, title: videos.title };

/**
 * Everything that is kept about a member, newest first. Without hashes, and of mails without what they said: a link
 * to a new password must not leave by another way than the mail.
 */
export function exportMember(db: Database, currentUser: CurrentUser): Promise<Record<string, unknown>> {
  return db.transaction(async (tx) => {
    // All of it as it is at one moment; long lists take longer than other calls may.
    await tx.query({ text: "set transaction isolation level repeatable read, read only" });
    await tx.query({ text: `set local statement_timeout = ${LIST_TIMEOUT}` });
    return {
      profile: await profileOf(tx, currentUser),
      trial: await trialOf(tx, currentUser),
      favorites: await savedVideos(tx, favorites, currentUser),
      watch_later: await savedVideos(tx, watch_later, currentUser),
      watch_history: await historyOf(tx, currentUser),
      notices_read: await noticesOf(tx, currentUser),
      sessions: await sessionsOf(tx, currentUser),
      known_devices: await devicesOf(tx, currentUser),
      second_factor: await secondFactorOf(tx, currentUser),
      mails: await mailsOf(tx, currentUser),
      ...(await exportBilling(tx, currentUser.id)),
    };
  });
}

async function profileOf({ orm }: Database, currentUser: CurrentUser) {
  const [profile] = await orm
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      email_verified_at: users.email_verified_at,
      subscription_plan: users.subscription_plan,
      subscription_status: users.subscription_status,
      subscription_end_date: users.subscription_end_date,
      cancel_at_period_end: users.cancel_at_period_end,
      access_granted_until: users.access_granted_until,
      is_staff: users.is_staff,
      is_superuser: users.is_superuser,
      created_at: users.created_at,
    })
    .from(users)
    .where(eq(users.id, currentUser.id));
  return profile;
}

async function trialOf({ orm }: Database, currentUser: CurrentUser) {
  const [trial] = await orm
    .select()
    .from(trials)
    .where(eq(trials.mailbox, mailboxOf(currentUser.email)));
  return trial ?? null;
}

function savedVideos({ orm }: Database, list: typeof favorites, currentUser: CurrentUser) {
  return orm
    .select({ video, created_at: list.created_at })
    .from(list)
    .innerJoin(videos, eq(videos.id, list.video_id))
    .where(eq(list.user_id, currentUser.id))
    .orderBy(desc(list.created_at), desc(list.video_id));
}

function historyOf({ orm }: Database, currentUser: CurrentUser) {
  const { watched_at, position, duration } = watch_history;
  return orm
    .select({ video, watched_at, position, duration })
    .from(watch_history)
    .innerJoin(videos, eq(videos.id, watch_history.video_id))
    .where(eq(watch_history.user_id, currentUser.id))
    .orderBy(desc(watched_at), desc(watch_history.video_id));
}

function noticesOf({ orm }: Database, currentUser: CurrentUser) {
  const { id, notice_title } = notices;
  return orm
    .select({ notice: { id, notice_title }, read_at: notice_reads.read_at })
    .from(notice_reads)
    .innerJoin(notices, eq(notices.id, notice_reads.notice_id))
    .where(eq(notice_reads.user_id, currentUser.id))
    .orderBy(desc(notice_reads.read_at), desc(id));
}

function sessionsOf({ orm }: Database, currentUser: CurrentUser) {
  const { id, created_at, last_used_at, expires_at, revoked_at, address, user_agent } = sessions;
  return orm
    .select({ id, created_at, last_used_at, expires_at, revoked_at, address, user_agent })
    .from(sessions)
    .where(eq(sessions.user_id, currentUser.id))
    .orderBy(desc(created_at), desc(id));
}

function devicesOf({ orm }: Database, currentUser: CurrentUser) {
  const { created_at, last_seen_at } = known_devices;
  return orm
    .select({ created_at, last_seen_at })
    .from(known_devices)
    .where(eq(known_devices.user_id, currentUser.id))
    .orderBy(desc(last_seen_at));
}

async function secondFactorOf({ orm }: Database, currentUser: CurrentUser) {
  const { created_at, enabled_at, user_id } = schema.second_factors;
  const [factor] = await orm
    .select({ created_at, enabled_at })
    .from(schema.second_factors)
    .where(eq(user_id, currentUser.id));
  return factor ?? null;
}

function mailsOf({ orm }: Database, currentUser: CurrentUser) {
  const { recipient, subject, created_at, sent_at } = mail_outbox;
  return orm
    .select({ recipient, subject, created_at, sent_at })
    .from(mail_outbox)
    .where(eq(recipient, currentUser.email))
    .orderBy(desc(created_at), desc(mail_outbox.id));
}
