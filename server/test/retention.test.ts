import { expect, test } from "vitest";
import { queuePasswordReset } from "../src/accounts/passwords/password-resets.ts";
import { queueMail } from "../src/mail/outbox.ts";
import { deleteExpired } from "../src/personal-data/delete-expired.ts";
import { createSession, createUser, createVideo } from "./testing/factories.ts";
import { SITE, useTestApp } from "./testing/test-app.ts";

const t = useTestApp();

const count = async (table: string) =>
  (await t.db.query<{ count: number }>({ text: `select count(*) from ${table}` })).rows[0]?.count;

test("deletes sent mails after 30 days, password links a day after they expire, and expired sessions", async () => {
  const user = await createUser(t.db, t.clock);
  await createSession(t.db, user.id, t.clock);
  const mail = { kind: "thanks" as const, subject: "件名", text: "本文", html: "<p>本文</p>" };
  for (const recipient of ["sent@example.com", "waiting@example.com"]) {
    await queueMail(t.db, { recipient, ...mail }, {}, t.clock.now());
  }
  const sentAt = new Date(t.clock.now()).toISOString();
  await t.db.query({
    text: "update mail_outbox set sent_at = $1 where recipient = 'sent@example.com'",
    values: [sentAt],
  });
  const client = { network: "192.0.2.1" };
  await t.db.transaction((tx) => queuePasswordReset(tx, SITE, { email: user.email, client }, t.clock.now()));

  const counts = async () => [await count("mail_outbox"), await count("password_resets"), await count("sessions")];
  await deleteExpired(t.db, t.clock.now());
  expect(await counts()).toEqual([3, 1, 1]);
  t.clock.advance({ days: 2 });
  await deleteExpired(t.db, t.clock.now());
  expect(await counts()).toEqual([3, 0, 1]);
  t.clock.advance({ days: 29 });
  await deleteExpired(t.db, t.clock.now());
  expect(await counts()).toEqual([2, 0, 0]);
});

test("deletes a day's view counts after 31 days and keeps the video's own count", async () => {
  const { id: video_id } = await createVideo(t.db, t.clock, { view_count: 9 });
  const days = [0, 29, 31, 32].map((days) => t.clock.daysAgo(days).slice(0, 10));
  await t.db.query({
    text: "insert into daily_views (day, video_id, views) select unnest($1::date[]), $2, 2",
    values: [days, video_id],
  });
  await deleteExpired(t.db, t.clock.now());
  const left = await t.db.query({ text: "select day::text as day from daily_views order by day desc" });
  expect(left.rows.map(({ day }) => day)).toEqual(days.slice(0, 3));
  const { rows } = await t.db.query({ text: "select view_count from videos where id = $1", values: [video_id] });
  expect(rows).toEqual([{ view_count: 9 }]);
});
