import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { trials } from "../../db/schema.ts";
import { accountCalls } from "../../../test/testing/account-calls.ts";
import { createEveryPersonalRecord } from "../../../test/testing/personal-data.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { call, member } = accountCalls(t);

const exported = (headers: { authorization: string }) =>
  call("GET", contract.profile.export.url, { headers });

test("a member gets everything that is kept about them, as a file", async () => {
  const user = await member({ username: "山田 花子", email: "hana.ko@gmail.com" });
  const { video, notice } = await createEveryPersonalRecord(t, user);
  await t.db.orm.insert(trials).values({ mailbox: "hanako@gmail.com", started_at: t.clock.daysAgo(60) });
  const response = await exported(await t.as(user.id));
  expect(response.headers["content-disposition"]).toBe('attachment; filename="account-data.json"');
  const at = t.clock.daysAgo(0);
  const mark = { video: { id: video.id, title: video.title }, created_at: at };
  const mail = { recipient: user.email, subject: "お知らせ", created_at: at };
  expect(response.json()).toEqual({
    profile: {
      id: user.id,
      username: "山田 花子",
      email: "hana.ko@gmail.com",
      email_verified_at: null,
      subscription_plan: "monthly",
      subscription_status: "active",
      subscription_end_date: null,
      cancel_at_period_end: false,
      access_granted_until: null,
      is_staff: false,
      is_superuser: false,
      created_at: t.clock.daysAgo(60),
    },
    trial: { mailbox: "hanako@gmail.com", started_at: t.clock.daysAgo(60) },
    favorites: [mark],
    watch_later: [mark],
    watch_history: [{ video: mark.video, watched_at: at, position: 12, duration: 600 }],
    notices_read: [{ notice: { id: notice.id, notice_title: notice.notice_title }, read_at: at }],
    sessions: [
      {
        id: expect.any(String),
        created_at: at,
        last_used_at: at,
        expires_at: t.clock.daysAgo(-30),
        revoked_at: null,
        address: "127.0.0.1",
        user_agent: "test",
      },
    ],
    known_devices: [{ created_at: at, last_seen_at: at }],
    second_factor: { created_at: at, enabled_at: null },
    mails: [
      { ...mail, sent_at: at },
      { ...mail, sent_at: null },
    ],
    subscription: { plan: "monthly", status: "active", period_end: at, cancel_at_period_end: false },
    checkouts: [{ plan: "monthly", state: "complete", created_at: at }],
    plan_changes: [
      { from_plan: "yearly", to_plan: "monthly", state: "applied", created_at: at, settled_at: at },
    ],
  });
});

test("it holds no hash, no external video id, nothing that a mail said and nobody else's data", async () => {
  const [mine, other] = [await member({ username: "自分" }), await member({ username: "他人" })];
  const { video } = await createEveryPersonalRecord(t, mine);
  await createEveryPersonalRecord(t, other);
  const { body } = await exported(await t.as(mine.id));
  for (const secret of [mine.password_hash, "hash-of-a-token", video.video_id, "秘密の本文"]) {
    expect(body).not.toContain(secret);
  }
  expect(body).not.toContain(other.email);
  expect(body).not.toContain("他人");
});

test("a member with 2,000 watched videos gets them all", async () => {
  const user = await member();
  await t.db.query({
    text: `with made as (
             insert into videos (video_id, title, created_at, published_at)
             select 'bulk-' || n, '大量の動画' || n, $2, $2 from generate_series(1, 2000) n returning id)
           insert into watch_history (user_id, video_id, watched_at) select $1, id, $2 from made`,
    values: [user.id, t.clock.daysAgo(1)],
  });
  const response = await exported(await t.as(user.id));
  expect(response.statusCode).toBe(200);
  expect(response.json().watch_history).toHaveLength(2000);
});

test("exports are limited", async () => {
  const headers = await t.as((await member()).id);
  const statuses = [];
  for (let time = 0; time < 11; time++) statuses.push((await exported(headers)).statusCode);
  expect(statuses.slice(-2)).toEqual([200, 429]);
});
