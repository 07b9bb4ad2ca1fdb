import { expect, test } from "vitest";
import { createPasswordReset } from "./auth/password-resets.ts";
import { queueMail } from "./mail/outbox.ts";
import { forgetOld } from "./retention.ts";
import { createSession, createUser } from "./testing/factories.ts";
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
  await forgetOld(t.db, t.clock.now());
  expect(await counts()).toEqual([2, 1, 1]);
  t.clock.advance({ days: 2 });
  await forgetOld(t.db, t.clock.now());
  expect(await counts()).toEqual([2, 0, 1]);
  t.clock.advance({ days: 29 });
  await forgetOld(t.db, t.clock.now());
  expect(await counts()).toEqual([1, 0, 0]);
});
