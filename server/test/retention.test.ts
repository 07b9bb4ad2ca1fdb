import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { createPasswordReset } from "../src/accounts/passwords/password-resets.ts";
import { daily_views } from "../src/db/schema.ts";
import { queueMail } from "../src/mail/outbox.ts";
import { deleteExpired } from "../src/jobs/delete-expired.ts";
import { createSession, createUser, createVideo } from "./testing/factories.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp();

const count = async (table: string) =>
  (await t.db.query<{ count: number }>({ text: `select count(*) from ${table}` })).rows[0]?.count;

test("mails that were sent, links and sessions that have expired are forgotten, and nothing else", async () => {
  const user = await createUser(t.db, t.clock);
  await createSession(t.db, user.id, t.clock);
  const mail = { subject: "件名", text: "本文", html: "<p>本文</p>" };
  for (const recipient of ["sent@example.com", "waiting@example.com"]) {
    await queueMail(t.db, { recipient, ...mail }, t.clock.now());
  }
  const sentAt = new Date(t.clock.now()).toISOString();
  await t.db.query({
    text: "update mail_outbox set sent_at = $1 where recipient = 'sent@example.com'",
    values: [sentAt],
  });
  await t.db.transaction((tx) => createPasswordReset(tx, user.email, t.clock.now()));

  const counts = async () => [
    await count("mail_outbox"),
    await count("password_resets"),
    await count("sessions"),
  ];
  await deleteExpired(t.db, t.clock.now());
  expect(await counts()).toEqual([2, 1, 1]);
  t.clock.advance({ days: 2 });
  await deleteExpired(t.db, t.clock.now());
  expect(await counts()).toEqual([2, 0, 1]);
  t.clock.advance({ days: 29 });
  await deleteExpired(t.db, t.clock.now());
  expect(await counts()).toEqual([1, 0, 0]);
});

test("a day's views are forgotten once nothing is recommended by them any more; the video's own count stays", async () => {
  const { id: video_id } = await createVideo(t.db, t.clock, { view_count: 9 });
  const days = [0, 29, 31, 32].map((days) => t.clock.daysAgo(days).slice(0, 10));
  await t.db.orm.insert(daily_views).values(days.map((day) => ({ day, video_id, views: 2 })));
  await deleteExpired(t.db, t.clock.now());
  const left = await t.db.orm.select().from(daily_views).orderBy(desc(daily_views.day));
  expect(left.map(({ day }) => day)).toEqual(days.slice(0, 3));
  const { rows } = await t.db.query({
    text: "select view_count from videos where id = $1",
    values: [video_id],
  });
  expect(rows).toEqual([{ view_count: 9 }]);
});
