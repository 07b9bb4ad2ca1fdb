import { pino } from "pino";
import { contract } from "@manabiya/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../db/open.ts";
import { accountCalls } from "../../test/testing/account-calls.ts";
import { mailsTo } from "../../test/testing/mails.ts";
import { startMailServer, type TestMailServer } from "../../test/testing/smtp-server.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { SITE, useTestApp } from "../../test/testing/test-app.ts";
import { queueMail } from "./outbox.ts";
import { type MailSender, startMailSender } from "./sender.ts";
import { createSmtpTransport } from "./transport.ts";

const SOON = { timeout: 10_000 };
const FROM = { name: "学び舎", address: "no-reply@manabiya.example" };
let failures = 0;
const log = pino({ level: "warn" }, { write: () => void failures++ });

let server: TestMailServer;
let sender: MailSender;
const t = useTestApp({ wakeMailSender: () => sender.wake() });
const { member, requestReset } = accountCalls(t);

function startSender(db = t.db): MailSender {
  return startMailSender({ db, transport: createSmtpTransport(server.url, FROM), now: t.clock.now, log });
}

beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());

beforeEach(() => {
  sender = startSender();
});
afterEach(async () => {
  server.release();
  await sender.stop();
  server.taken.length = 0;
});

const until = (expected: number) => expect.poll(() => server.taken.length, SOON).toBe(expected);

const unsent = async () => (await selectRows(t.db, "mail_outbox")).filter(({ sent_at }) => sent_at === null).length;

test("delivers sender, Japanese subject and both parts, and deletes the content afterwards", async () => {
  const { email } = await member();
  await requestReset(email);
  await until(1);
  const [mail] = server.taken;
  expect(mail).toMatchObject({
    envelope: { from: FROM.address, to: [email] },
    from: FROM,
    to: [{ address: email }],
    subject: "【学び舎】パスワード再設定のご案内",
    date: new Date(t.clock.now()).toISOString(),
  });
  expect(mail?.messageId).toMatch(/^<[\w-]+@manabiya\.example>$/);
  expect(mail?.text).toContain(`${SITE.publicUrl}/reset-password?token=`);
  expect(mail?.html).toContain(`<a href="${SITE.publicUrl}/reset-password?token=`);
  await expect.poll(unsent, SOON).toBe(0);
  const [mailAfterwards] = await mailsTo(t.db, email);
  expect(mailAfterwards).toMatchObject({ text: "", html: "", attempts: 1, last_error: null });
});

test.each([
  ["taro..yamada@docomo.ne.jp", '"taro..yamada"@docomo.ne.jp'],
  ["hanako.@docomo.ne.jp", '"hanako."@docomo.ne.jp'],
  ["o'brien+a/b@example.com", "o'brien+a/b@example.com"],
])("sends to %s as %s, which mail servers take", async (recipient, sent) => {
  // Its own check takes quotes for a part of the name.
  const lenient = await startMailServer({ lenientAddressParsing: true });
  onTestFinished(() => lenient.stop());
  const created_at = "2026-11-21T00:00:00.000Z";
  const mail = { key: "dots", recipient, subject: "件名", text: "本文", html: "", created_at };
  await createSmtpTransport(lenient.url, FROM).send(mail, AbortSignal.timeout(10_000));
  expect(lenient.taken.map(({ envelope }) => envelope.to)).toEqual([[sent]]);
});

test("delivers each mail once when the mail server is back after an outage", async () => {
  await server.stop();
  failures = 0;
  const emails = [];
  for (let time = 0; time < 8; time++) {
    const { email } = await member();
    emails.push(email);
    expect((await requestReset(email)).statusCode).toBe(200);
  }
  // A minute of failures with growing delays.
  for (let second = 0; second < 60; second += 5) {
    sender.wake();
    await expect.poll(allFailed, SOON).toBe(true);
    t.clock.advance({ seconds: 5 });
  }
  expect(await unsent()).toBe(8);
  await server.start();
  t.clock.advance({ minutes: 2 });
  sender.wake();
  await until(8);
  await expect.poll(unsent, SOON).toBe(0);
  expect(server.taken.flatMap(({ envelope }) => envelope.to).toSorted()).toEqual(emails.toSorted());
  const [mail] = await mailsTo(t.db, emails[0] ?? "");
  expect(mail?.attempts).toBeGreaterThan(3);
});

/** Whether every attempt has failed and no mail is due. */
async function allFailed(): Promise<boolean> {
  const rows = (await selectRows(t.db, "mail_outbox")).filter(({ sent_at }) => sent_at === null);
  const attempted = rows.reduce((sum, { attempts }) => sum + attempts, 0);
  return attempted === failures && rows.every(({ send_after }) => Date.parse(send_after) > t.clock.now());
}

test("answers requests while the mail server does not respond", async () => {
  server.hold();
  const emails = [];
  for (let time = 0; time < 7; time++) {
    const { email } = await member();
    emails.push(email);
    expect((await requestReset(email)).statusCode).toBe(200);
    expect((await t.app.inject({ url: contract.subscription.prices.url })).statusCode).toBe(200);
  }
  // The sender's concurrency limit is reached.
  await expect.poll(() => server.connected(), SOON).toBe(5);
  expect(server.taken).toEqual([]);
  server.release();
  await until(7);
  expect(server.taken.flatMap(({ envelope }) => envelope.to).toSorted()).toEqual(emails.toSorted());
});

test("three concurrent senders deliver each mail once", async () => {
  const pools = [openDatabase(t.connection, () => {}), openDatabase(t.connection, () => {})];
  const others = pools.map((pool) => startSender(pool));
  const recipients = Array.from({ length: 40 }, (_, index) => `reader-${index}@example.com`);
  await t.db.transaction(async (tx) => {
    for (const recipient of recipients) {
      const mail = { kind: "thanks" as const, recipient, subject: "お知らせ", text: "本文", html: "<p>本文</p>" };
      await queueMail(tx, mail, {}, t.clock.now());
    }
  });
  for (const each of [sender, ...others]) each.wake();
  await until(40);
  for (const each of others) await each.stop();
  for (const pool of pools) await pool.close();
  await expect.poll(unsent, SOON).toBe(0);
  expect(server.taken.flatMap(({ envelope }) => envelope.to).toSorted()).toEqual(recipients.toSorted());
  const rows = await selectRows(t.db, "mail_outbox");
  expect(rows.filter(({ recipient }) => recipients.includes(recipient)).map(({ attempts }) => attempts)).toEqual(
    Array(40).fill(1),
  );
});
