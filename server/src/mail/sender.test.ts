import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import PostalMime from "postal-mime";
import { afterEach, describe, expect, test } from "vitest";
import { mailsTo } from "../../test/testing/mails.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { NEVER } from "./backoff.ts";
import { claimMails, queueMail } from "./outbox.ts";
import { LEASE, type MailSender, startMailSender } from "./sender.ts";
import { createSmtpTransport, openMailFolder } from "./transport.ts";

const SOON = { timeout: 10_000 };
const FROM = { name: "学び舎", address: "no-reply@localhost" };
/** No server listens there. */
const UNREACHABLE = "smtp://127.0.0.1:1";

const t = useTestApp();
const lines: Record<string, unknown>[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
let sender: MailSender | undefined;
let count = 0;

afterEach(async () => {
  await sender?.stop();
  sender = undefined;
  lines.length = 0;
  await t.db.query({ text: "delete from mail_outbox" });
});

async function queue(): Promise<string> {
  const recipient = `reader-${++count}@example.com`;
  const mail = {
    kind: "thanks" as const,
    recipient,
    subject: "お知らせ「１」",
    text: "本文です。\n",
    html: "<p>本文です。</p>",
  };
  await t.db.transaction((tx) => queueMail(tx, mail, {}, t.clock.now()));
  return recipient;
}

const folder = () => join(t.dataDir, "outbox");
const files = () => readdir(folder());

async function startWith(transport: Awaited<ReturnType<typeof openMailFolder>>) {
  sender = startMailSender({ db: t.db, transport, now: t.clock.now, log });
  return sender;
}

describe("without a mail server", () => {
  test("writes each mail once, to a file that only its owner may read", async () => {
    const recipient = await queue();
    await startWith(await openMailFolder(folder(), FROM));
    await expect.poll(async () => (await mailsTo(t.db, recipient))[0]?.sent_at, SOON).not.toBe(null);
    const [name, ...more] = await files();
    expect(more).toEqual([]);
    expect(name).toMatch(/^\d{8}T\d{9}Z-\d+\.eml$/);
    const file = join(folder(), name ?? "");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
    const mail = await PostalMime.parse(await readFile(file));
    expect(mail).toMatchObject({ from: FROM, to: [{ address: recipient }], subject: "お知らせ「１」" });
    expect(mail.text?.trim()).toBe("本文です。");
    expect(mail.html?.trim()).toBe("<p>本文です。</p>");
  });
});

test("two processes claim different mails at the same time without waiting", async () => {
  for (let mails = 0; mails < 6; mails++) await queue();
  const lease = { now: t.clock.now(), leaseEnd: t.clock.now() + LEASE, limit: 3 };
  const [one, other] = await t.db.transaction(async (tx) => {
    const mine = await claimMails(tx, lease);
    // The first has not committed yet.
    return [mine, await claimMails(t.db, lease)];
  });
  expect(one).toHaveLength(3);
  expect(other).toHaveLength(3);
  expect(new Set([...(one ?? []), ...(other ?? [])].map(({ id }) => id)).size).toBe(6);
});

describe("a process that ends while it sends", () => {
  test("keeps its mail until the lease ends; then another process sends it under the same name", async () => {
    const recipient = await queue();
    const claim = () =>
      claimMails(t.db, { now: t.clock.now(), leaseEnd: t.clock.now() + LEASE, limit: 5 }).then((mails) =>
        mails.map((mail) => mail.recipient),
      );
    expect(await claim()).toEqual([recipient]);
    t.clock.advance({ seconds: LEASE / 1000 - 1 });
    expect(await claim()).toEqual([]);
    t.clock.advance({ seconds: 1 });
    const before = (await files()).length;
    await startWith(await openMailFolder(folder(), FROM));
    await expect.poll(async () => (await mailsTo(t.db, recipient))[0]?.sent_at, SOON).not.toBe(null);
    expect((await files()).length).toBe(before + 1);
    expect((await mailsTo(t.db, recipient))[0]?.attempts).toBe(2);
  });
});

describe("a mail that cannot be sent", () => {
  const state = async (recipient: string) => (await mailsTo(t.db, recipient))[0];

  /** Wakes the sender and waits for its `attempts`-th failure. */
  async function fail(attempts: number): Promise<void> {
    sender?.wake();
    await expect.poll(() => lines.length, SOON).toBe(attempts);
  }

  test("is retried with growing delays, and its recipient is not logged", async () => {
    const recipient = await queue();
    await startWith(createSmtpTransport(UNREACHABLE, FROM));
    const delays = [];
    for (let attempt = 1; attempt <= 5; attempt++) {
      await fail(attempt);
      const delay = Date.parse((await state(recipient))?.send_after ?? "") - t.clock.now();
      delays.push(delay / 1000);
      t.clock.advance({ seconds: delay / 1000 });
    }
    expect(delays).toEqual([5, 10, 20, 40, 80]);
    expect((await state(recipient))?.last_error).toContain("ECONNREFUSED");
    expect(lines[0]).toMatchObject({ msg: "mail not sent yet", attempts: 1, code: expect.any(String) });
    expect(JSON.stringify(lines)).not.toContain(recipient);
  });

  test("is retried after a day and given up after three, but kept", async () => {
    const recipient = await queue();
    t.clock.advance({ days: 1, minutes: 1 });
    await startWith(createSmtpTransport(UNREACHABLE, FROM));
    await fail(1);
    expect((await state(recipient))?.send_after).not.toBe(NEVER);
    t.clock.advance({ days: 2 });
    await fail(2);
    expect(await state(recipient)).toMatchObject({ send_after: NEVER, sent_at: null, text: "本文です。\n" });
    expect(lines.at(-1)).toMatchObject({ msg: "mail given up" });
  });
});

test("stop waits for running deliveries and claims no new mails", async () => {
  const recipient = await queue();
  const { stop } = await startWith(await openMailFolder(folder(), FROM));
  await stop();
  const late = await queue();
  sender?.wake();
  const [[first], [second]] = [await mailsTo(t.db, recipient), await mailsTo(t.db, late)];
  expect(second?.attempts).toBe(0);
  // The first mail was either not claimed or sent.
  expect(first?.attempts).toBe(first?.sent_at === null ? 0 : 1);
});
