import { beforeEach, expect, test } from "vitest";
import { createUser } from "../../test/testing/factories.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { insertRow } from "../db/insert-rows.ts";
import { claimMails, markMailSent, postponeMail, queueMail } from "./outbox.ts";

const t = useTestApp();
const NOW = Date.parse("2026-11-21T03:00:00.000Z");
const at = (ms: number) => new Date(NOW + ms).toISOString();

beforeEach(async () => {
  await t.db.query({ text: "delete from mail_outbox" });
});

const waiting = (given: object = {}) =>
  insertRow(t.db, "mail_outbox", {
    ...{ recipient: "a@example.com", subject: "題名", text: "本文", html: "<p>本文</p>" },
    ...{ created_at: at(-1000), send_after: at(0), ...given },
  });
const claim = (limit = 10, now = NOW) => claimMails(t.db, { now, leaseEnd: now + 5000, limit });

test.each([
  [{ send_after: at(-1) }, true],
  [{ send_after: at(0) }, true],
  [{ send_after: at(1) }, false],
  [{ sent_at: at(-5) }, false],
])("a mail with %o is claimed: %j", async (given, isClaimed) => {
  const { id } = await waiting(given);
  expect((await claim()).map((mail) => mail.id)).toEqual(isClaimed ? [id] : []);
});

test("a claim lasts until its lease ends, counts the attempt, and takes the longest waiting first", async () => {
  const [late, early] = [await waiting({ send_after: at(-1) }), await waiting({ send_after: at(-2) })];
  expect(await claim(1)).toMatchObject([{ id: early.id, attempts: 1 }]);
  expect(await claim(1)).toMatchObject([{ id: late.id, attempts: 1 }]);
  expect(await claim(10, NOW + 4999)).toEqual([]);
  const again = await claim(10, NOW + 5000);
  expect(again.map(({ attempts }) => attempts)).toEqual([2, 2]);
});

test("a mail that was sent loses its content and is not postponed any more", async () => {
  await waiting({ last_error: "450" });
  const [mail] = await claim();
  if (!mail) throw new Error("nothing was claimed");
  await markMailSent(t.db, mail, NOW + 7);
  await postponeMail(t.db, mail, { until: at(-9), reason: "late" });
  expect(await selectRows(t.db, "mail_outbox")).toMatchObject([
    { sent_at: at(7), text: "", html: "", last_error: null },
  ]);
  expect(await claim(10, NOW + 10_000)).toEqual([]);
});

test("only the latest attempt postpones a mail", async () => {
  await waiting();
  const [first] = await claim();
  const [second] = await claim(1, NOW + 5000);
  if (!first || !second) throw new Error("nothing was claimed");
  await postponeMail(t.db, first, { until: at(1), reason: "first" });
  expect(await selectRows(t.db, "mail_outbox")).toMatchObject([{ last_error: null, send_after: at(10_000) }]);
  await postponeMail(t.db, second, { until: at(90_000), reason: "second" });
  expect(await selectRows(t.db, "mail_outbox")).toMatchObject([{ last_error: "second", send_after: at(90_000) }]);
});

const given = (recipient: string, more = {}) => ({
  ...{ kind: "thanks" as const, recipient, subject: "題名", text: "本文", html: "本文", ...more },
});

test("a mail belongs to the recipient's open account, or to the one that it names", async () => {
  const open = await createUser(t.db, t.clock, { email_verified_at: at(-1) });
  const closed = await createUser(t.db, t.clock, { closed_at: at(-1) });
  await queueMail(t.db, given(open.email), {}, NOW);
  await queueMail(t.db, given(closed.email), {}, NOW);
  await queueMail(t.db, given("nobody@example.com", { userId: open.id }), {}, NOW);
  expect((await selectRows(t.db, "mail_outbox")).map(({ user_id }) => user_id)).toEqual([open.id, null, open.id]);
});

test.each([
  ["a verified address of an open account", { email_verified_at: at(-1) }, 10],
  ["an unverified address", { email_verified_at: null }, 5],
  ["a closed account", { email_verified_at: at(-1), closed_at: at(-1) }, 5],
])("%s has its own limit in a day", async (_what, user, most) => {
  const { email } = await createUser(t.db, t.clock, user);
  const waits: number[] = [];
  const cause = { network: "198.51.100.9" };
  // The hourly limit of verified addresses is passed by waiting.
  for (let mail = 0; mail < 12; mail++) waits.push(await queueMail(t.db, given(email), cause, NOW + mail * 3_600_000));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(most);
  expect(await selectRows(t.db, "mail_outbox")).toHaveLength(most);
});

test("a mail for nobody is counted and not queued", async () => {
  expect(await queueMail(t.db, given("b@example.com"), { isForNobody: true }, NOW)).toBe(0);
  expect(await selectRows(t.db, "mail_outbox")).toEqual([]);
});
