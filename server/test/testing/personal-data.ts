import { randomUUID } from "node:crypto";
import * as schema from "../../src/db/schema.ts";
import { createNotice, createVideo } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

/** Gives a member one row of everything that is kept about members besides the account and its sessions. */
export async function createEveryPersonalRecord({ db, clock }: TestApp, user: { id: number; email: string }) {
  const video = await createVideo(db, clock);
  const notice = await createNotice(db, clock);
  const at = clock.daysAgo(0);
  const mark = { user_id: user.id, video_id: video.id };
  await db.orm.insert(schema.favorites).values({ ...mark, created_at: at });
  await db.orm.insert(schema.watch_later).values({ ...mark, created_at: at });
  await db.orm.insert(schema.watch_history).values({ ...mark, watched_at: at, position: 12, duration: 600 });
  await db.orm
    .insert(schema.member_counts)
    .values({ user_id: user.id, favorites: 1, watch_later: 1, watch_history: 1 });
  await db.orm
    .insert(schema.recommendations)
    .values({ user_id: user.id, video_ids: [video.id], version: 1, computed_at: at });
  await db.orm.insert(schema.notice_reads).values({ user_id: user.id, notice_id: notice.id, read_at: at });
  const token_hash = `hash-of-a-token-${user.id}`;
  await db.orm
    .insert(schema.password_resets)
    .values({ token_hash, user_id: user.id, created_at: at, expires_at: clock.daysAgo(-1) });
  await db.orm
    .insert(schema.email_verifications)
    .values({ token_hash, user_id: user.id, email: user.email, expires_at: clock.daysAgo(-1) });
  await db.orm
    .insert(schema.second_factors)
    .values({ user_id: user.id, sealed_secret: "sealed", created_at: at });
  await db.orm.insert(schema.recovery_codes).values({ user_id: user.id, code_hash: "hash", salt: "salt" });
  await db.orm
    .insert(schema.login_tickets)
    .values({ ticket_hash: token_hash, user_id: user.id, expires_at: clock.daysAgo(-1) });
  await db.orm
    .insert(schema.known_devices)
    .values({ user_id: user.id, device_hash: token_hash, created_at: at, last_seen_at: at });
  const mail = { recipient: user.email, subject: "お知らせ", text: "秘密の本文", html: "", created_at: at };
  await db.orm.insert(schema.mail_outbox).values([
    { ...mail, send_after: at },
    { ...mail, send_after: at, sent_at: at },
  ]);
  await keepBilling({ db }, user.id, at);
  return { video, notice };
}

async function keepBilling({ db: { orm } }: Pick<TestApp, "db">, user_id: number, at: string): Promise<void> {
  const subscription_id = `sub_of_${user_id}`;
  await orm.insert(schema.subscriptions).values({
    user_id,
    subscription_id,
    status: "active",
    plan: "monthly",
    period_end: at,
    cancel_at_period_end: false,
    payment_failed: false,
    synced_at: at,
  });
  await orm.insert(schema.checkout_attempts).values({
    id: randomUUID(),
    user_id,
    plan: "monthly",
    state: "complete",
    session_id: `cs_of_${user_id}`,
    success_url: "http://localhost:3000/",
    cancel_url: "http://localhost:3000/",
    created_at: at,
    expires_at: at,
  });
  await orm.insert(schema.plan_changes).values({
    id: randomUUID(),
    user_id,
    subscription_id,
    from_plan: "yearly",
    to_plan: "monthly",
    state: "applied",
    created_at: at,
    settled_at: at,
  });
  await orm
    .insert(schema.billing_letters)
    .values({ kind: "thanks", about: subscription_id, user_id, queued_at: at });
}
