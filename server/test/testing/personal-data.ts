import { randomUUID } from "node:crypto";
import { insertRow, insertRows } from "../../src/db/insert-rows.ts";
import { createNotice, createVideo } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

/** Gives a member one row in every table of personal data, besides the account and its sessions. */
export async function createEveryPersonalRecord({ db, clock }: TestApp, user: { id: number; email: string }) {
  const video = await createVideo(db, clock);
  const notice = await createNotice(db, clock);
  const at = clock.daysAgo(0);
  const key = { user_id: user.id, video_id: video.id };
  await insertRow(db, "favorites", { ...key, created_at: at });
  await insertRow(db, "watch_later", { ...key, created_at: at });
  await insertRow(db, "watch_history", { ...key, watched_at: at, position: 12, duration: 600 });
  await insertRow(db, "member_counts", { user_id: user.id, favorites: 1, watch_later: 1, watch_history: 1 });
  await insertRow(db, "recommendations", {
    user_id: user.id,
    video_ids: [video.id],
    version: 1,
    computed_at: at,
  });
  await insertRow(db, "notice_reads", { user_id: user.id, notice_id: notice.id, read_at: at });
  const token_hash = `hash-of-a-token-${user.id}`;
  await insertRow(db, "password_resets", {
    token_hash,
    user_id: user.id,
    created_at: at,
    expires_at: clock.daysAgo(-1),
  });
  await insertRow(db, "email_verifications", {
    token_hash,
    user_id: user.id,
    email: user.email,
    expires_at: clock.daysAgo(-1),
  });
  await insertRow(db, "second_factors", { user_id: user.id, sealed_secret: "sealed", created_at: at });
  await insertRow(db, "recovery_codes", { user_id: user.id, code_hash: "hash", salt: "salt" });
  await insertRow(db, "login_tickets", {
    ticket_hash: token_hash,
    user_id: user.id,
    expires_at: clock.daysAgo(-1),
  });
  await insertRow(db, "known_devices", {
    user_id: user.id,
    device_hash: token_hash,
    created_at: at,
    last_seen_at: at,
  });
  const mail = { recipient: user.email, subject: "お知らせ", text: "秘密の本文", html: "", created_at: at };
  await insertRows(db, "mail_outbox", [
    { ...mail, send_after: at },
    { ...mail, send_after: at, sent_at: at },
  ]);
  await createBillingRecords(db, user.id, at);
  return { video, notice };
}

async function createBillingRecords(db: TestApp["db"], user_id: number, at: string): Promise<void> {
  const subscription_id = `sub_of_${user_id}`;
  await insertRow(db, "subscriptions", {
    user_id,
    subscription_id,
    status: "active",
    plan: "monthly",
    period_end: at,
    cancel_at_period_end: false,
    payment_failed: false,
    synced_at: at,
  });
  await insertRow(db, "checkout_attempts", {
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
  await insertRow(db, "plan_changes", {
    id: randomUUID(),
    user_id,
    subscription_id,
    from_plan: "yearly",
    to_plan: "monthly",
    state: "applied",
    created_at: at,
    settled_at: at,
  });
  await insertRow(db, "billing_letters", { kind: "thanks", about: subscription_id, user_id, queued_at: at });
}
