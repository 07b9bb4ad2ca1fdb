import { canWatch, TRIAL_DAYS } from "@manabiya/contract/rules/can-watch.ts";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startCountingMailServer, type CountingMailServer } from "../../test/testing/counting-mail-server.ts";
import { createNotice, createUser, createVideo } from "../../test/testing/factories.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { SITE, TEST_SECRET, useTestApp } from "../../test/testing/test-app.ts";
import { formatInstant } from "../mail/emails.ts";
import { createUnsubscribeLinks } from "./preferences/unsubscribe-token.ts";
import { createSmtpTransport } from "../mail/transport.ts";
import { listDueMailing, listMailOccasions } from "./list-recipients.ts";
import { startMailer } from "./mailer.ts";

const SOON = { timeout: 15_000 };
const FROM = { name: "学び舎", address: "no-reply@manabiya.example" };

const t = useTestApp();
const links = createUnsubscribeLinks(SITE, TEST_SECRET);
let server: CountingMailServer;

beforeAll(async () => {
  server = await startCountingMailServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  await t.db.query({ text: "delete from mailings where key like 'notice %' or key like 'digest %'" });
  await t.db.query({ text: "delete from users" });
  await t.db.query({ text: "update mailings set send_at = null" });
  server.byRecipient.clear();
  server.refuse = () => undefined;
});

const now = () => new Date(t.clock.now()).toISOString();
const verified = (given: Parameters<typeof createUser>[2] = {}) =>
  createUser(t.db, t.clock, { email_verified_at: t.clock.daysAgo(50), ...given });

async function mailing(
  audience: "all" | "trial" | "ended" | "digest" | "required" = "all",
  send_at = now(),
): Promise<number> {
  const notice = await createNotice(t.db, t.clock, { notice_title: "題名", notice_content: "本文です。\n\n二つ目。" });
  const { rows } = await t.db.query<{ id: number }>({
    text: `insert into mailings (key, audience, subject, body, send_at, notice_id, created_at)
           values ('notice ' || $1::int, $2, '', '', $3, $1, $3) returning id`,
    values: [notice.id, audience, send_at],
  });
  return rows[0]?.id ?? 0;
}

const outcomes = async () =>
  (await selectRows(t.db, "mailing_recipients")).map(({ outcome, handed_at }) => outcome ?? (handed_at && "handed"));

/** Runs the mailer until it has nothing due. */
async function send(site = SITE, warnings: unknown[] = []): Promise<void> {
  const log = { warn: (fields: unknown) => void warnings.push(fields), error: () => expect.fail() };
  const transport = createSmtpTransport(server.url, FROM);
  const mailer = startMailer({ db: t.db, transport, site, unsubscribe: links, rate: 60_000, now: t.clock.now, log });
  const due = async () => {
    t.clock.advance({ seconds: 2 });
    const { rows } = await t.db.query({
      text: `select from mailings m where send_at <= $1 and (listed_at is null and audience in ('all', 'trial', 'ended', 'digest', 'required')
               or exists (select from mailing_recipients r where r.mailing_id = m.id and done_at is null
                           and handed_at is null and send_after <= $1))`,
      values: [now()],
    });
    return rows.length;
  };
  await expect.poll(due, SOON).toBe(0);
  await mailer.stop();
}

const sentTo = () => [...server.byRecipient.keys()].toSorted();
const post = (url: string, headers = {}, payload = "") => {
  const { pathname, search } = new URL(url);
  return t.app.inject({ method: "POST", url: `${pathname}${search}`, headers, payload });
};

describe("a notice by mail", () => {
  test("carries the notice, the sender's name and address, and both headers of RFC 8058", async () => {
    const { email, id } = await verified();
    await mailing();
    await send();
    expect(sentTo()).toEqual([email]);
    const mail = await PostalMime.parse(server.last);
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(mail.subject).toBe("【学び舎】題名");
    const url = /^<(.*)>$/.exec(header("list-unsubscribe") ?? "")?.[1] ?? "";
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(links.open(new URL(url).searchParams.get("token") ?? "")).toBe(id);
    for (const part of [mail.text, mail.html]) {
      for (const text of ["二つ目。", SITE.ownerName, SITE.ownerAddress]) expect(part).toContain(text);
    }
    expect(mail.text).toContain(`配信を停止する：${url}`);
    expect(await outcomes()).toEqual(["sent"]);
  });

  test("waits for no batch of a clock that was set back", async () => {
    await verified();
    const id = await mailing();
    await t.db.query({
      text: "update mailings set next_batch_at = $2 where id = $1",
      values: [id, t.clock.daysAgo(-1)],
    });
    await send();
    expect(await outcomes()).toEqual(["sent"]);
  });

  test("is not sent while the site names no sender", async () => {
    await verified();
    await mailing();
    const mailer = startMailer({
      ...{ db: t.db, transport: createSmtpTransport(server.url, FROM), site: { ...SITE, ownerAddress: "" } },
      ...{ unsubscribe: links, rate: 60_000, now: t.clock.now, log: { warn: () => {}, error: () => {} } },
    });
    await mailer.stop();
    expect(await outcomes()).toEqual([]);
  });

  test("goes to verified addresses of open accounts that did not refuse and take mails", async () => {
    const { email } = await verified();
    await verified({ email_verified_at: null });
    await verified({ closed_at: t.clock.daysAgo(1) });
    const refused = await verified();
    await post(links.link(refused.id));
    const broken = await verified();
    await t.db.query({
      text: "insert into mail_preferences (user_id, undeliverable_email, undeliverable_at) values ($1, $2, $3)",
      values: [broken.id, broken.email, now()],
    });
    const moved = await verified();
    await t.db.query({
      text: "insert into mail_preferences (user_id, undeliverable_email, undeliverable_at) values ($1, 'old@example.com', $2)",
      values: [moved.id, now()],
    });
    await mailing();
    await send();
    expect(sentTo()).toEqual([email, moved.email].toSorted());
  });

  test("skips a member who refuses between the listing and the sending, and those of a withdrawn notice", async () => {
    const [first, second] = [await verified(), await verified()];
    server.refuse = (email) => (email === second.email ? "450 4.2.0 come back later" : undefined);
    await mailing();
    await send();
    expect(sentTo()).toEqual([first.email]);
    await post(links.link(second.id));
    server.refuse = () => undefined;
    t.clock.advance({ minutes: 31 });
    await send();
    expect(sentTo()).toEqual([first.email]);
    expect(new Set(await outcomes())).toEqual(new Set(["sent", "skipped"]));
  });

  test("reaches those who wait with the notice's present text, and only while they belong to its audience", async () => {
    const members = await Promise.all([1, 2, 3].map(() => verified({ subscription_status: "canceled" })));
    const [first, second, buyer] = members.map(({ email }) => email);
    server.refuse = (email) => (email === first ? undefined : "450 4.2.0 come back later");
    await mailing("ended");
    await send();
    expect(sentTo()).toEqual([first]);
    server.refuse = () => undefined;
    await t.db.query({ text: "update notices set notice_title = '訂正'" });
    await t.db.query({ text: "update users set subscription_status = 'active' where email = $1", values: [buyer] });
    t.clock.advance({ minutes: 31 });
    await send();
    expect(new Set(sentTo())).toEqual(new Set([first, second]));
    expect((await PostalMime.parse(server.last)).subject).toBe("【学び舎】訂正");
  });

  test("goes to the new address of a member who changes it while the mail is on its way", async () => {
    const { id, email } = await verified();
    server.refuse = async () => {
      server.refuse = () => undefined;
      await t.db.query({ text: "update users set email = 'new-' || email where id = $1", values: [id] });
      return undefined;
    };
    await mailing();
    await send();
    t.clock.advance({ minutes: 3 });
    await send();
    expect(sentTo()).toEqual([`new-${email}`]);
  });

  test("carries hostile text as text", async () => {
    const { email } = await verified();
    await mailing();
    const [title, content] = [
      "題\r\nBcc: a@example.com\n<b>",
      `${"あ".repeat(89)}😀<script>$&%URL%${"字".repeat(9_000)}`,
    ];
    await t.db.query({ text: "update notices set notice_title = $1, notice_content = $2", values: [title, content] });
    await send();
    const mail = await PostalMime.parse(server.last);
    expect(mail.subject).toContain("Bcc: a@example.com");
    expect([mail.bcc, mail.to?.map(({ address }) => address)]).toEqual([undefined, [email]]);
    expect(mail.text).toContain(content);
    expect(mail.html).toContain("&#60;script&#62;$&#38;%URL%字");
    expect(mail.html).not.toMatch(/<script|<b>|\uFFFD/);
    expect(Math.max(...server.last.split("\r\n").map(({ length }) => length))).toBeLessThanOrEqual(998);
  });

  test("waits for its notice and stops when that is withdrawn", async () => {
    await verified();
    await mailing();
    await t.db.query({ text: "update notices set published_at = null" });
    const mailer = startMailer({
      ...{ db: t.db, transport: createSmtpTransport(server.url, FROM), site: SITE },
      ...{ unsubscribe: links, rate: 60_000, now: t.clock.now, log: { warn: () => {}, error: () => {} } },
    });
    await mailer.stop();
    expect(await selectRows(t.db, "mailing_recipients")).toEqual([]);
  });
});

describe("a mail that the contract requires", () => {
  test("goes once to every verified member, also to those who refuse advertising, and advertises nothing", async () => {
    const [member, refusing] = [await verified(), await verified()];
    await post(links.link(refusing.id));
    await verified({ email_verified_at: null });
    await mailing("required");
    await send({ ...SITE, ownerAddress: "" });
    expect(Object.fromEntries(server.byRecipient)).toEqual({ [member.email]: 1, [refusing.email]: 1 });
    const mail = await PostalMime.parse(server.last);
    expect(mail.headers.some(({ key }) => key.startsWith("list-unsubscribe"))).toBe(false);
    for (const part of [mail.text, mail.html]) expect(part).not.toContain("配信を停止");
  });
});

describe("the mail server", () => {
  test("that refuses a recipient for now gets the mail later", async () => {
    const { email } = await verified();
    server.refuse = () => "450 4.2.0 greylisted";
    await mailing();
    await send();
    expect(await outcomes()).toEqual([null]);
    server.refuse = () => undefined;
    t.clock.advance({ minutes: 1 });
    await send();
    expect(server.byRecipient.get(email)).toBe(1);
  });

  test.each([
    ["550 5.1.1 no such user", true],
    ["550 no such user", true],
    ["550 5.7.1 relay access denied", false],
  ])("that answers %s ends mails to the address: %s", async (reply, isHard) => {
    const { email } = await verified();
    server.refuse = () => reply;
    await mailing();
    await send();
    expect(await outcomes()).toEqual([isHard ? "failed" : null]);
    server.refuse = () => undefined;
    await t.db.query({ text: "delete from mailings where key like 'notice %'" });
    await mailing();
    await send();
    expect(server.byRecipient.has(email)).toBe(!isHard);
  });

  test("that refuses one mail for good gets it again after a growing delay, and the others meanwhile", async () => {
    const [first, second] = [await verified(), await verified()];
    let tries = 0;
    server.judge = (email) => (email === first.email && ++tries ? "554 5.7.1 looks like spam" : undefined);
    await mailing();
    await send();
    expect(sentTo()).toEqual([second.email]);
    for (let minute = 0; minute < 30; minute++) {
      t.clock.advance({ minutes: 1 });
      await send();
    }
    expect(tries).toBeLessThan(12);
    server.judge = () => undefined;
  });

  test("that takes a mail without an answer gets it once, and the member counts as handed over", async () => {
    await verified();
    server.beforeReply = async () => {
      server.beforeReply = async () => {};
      await server.stop();
      await server.start();
    };
    await mailing();
    await send();
    t.clock.advance({ days: 1 });
    await send();
    expect([...server.byRecipient.values()]).toEqual([1]);
    expect(await outcomes()).toEqual([expect.stringMatching("handed")]);
  });
});

describe("automatic mails", () => {
  const on = (key: string) =>
    t.db.query({ text: "update mailings set send_at = $2 where key = $1", values: [key, now()] });
  const occur = () => listMailOccasions(t.db, SITE, t.clock.now());

  test("welcome a member once, after the address was verified, and nobody who joined before the switch", async () => {
    await verified();
    await on("welcome");
    t.clock.advance({ minutes: 1 });
    const unverified = await createUser(t.db, t.clock, { email_verified_at: null, created_at: now() });
    await occur();
    await send();
    expect(sentTo()).toEqual([]);
    await t.db.query({ text: "update users set email_verified_at = $2 where id = $1", values: [unverified.id, now()] });
    for (let time = 0; time < 3; time++) {
      t.clock.advance({ minutes: 10 });
      await occur();
      await send();
    }
    expect([...server.byRecipient]).toEqual([[unverified.email, 1]]);
    expect((await PostalMime.parse(server.last)).subject).toBe("【学び舎】ご登録ありがとうございます");
    // A changed address is verified anew, also of members whose row of this mail is deleted since.
    await verified({ created_at: t.clock.daysAgo(400), email_verified_at: now() });
    t.clock.advance({ minutes: 10 });
    await occur();
    await send();
    expect(server.byRecipient.size).toBe(1);
  });

  test("come a day before the trial ends and when it has ended, unless the member bought a plan", async () => {
    await on("trial_ending");
    await on("trial_ended");
    const trial = { subscription_status: "trial" as const, created_at: t.clock.daysAgo(5) };
    const [staying, buying] = [await verified(trial), await verified(trial)];
    const subjects: string[] = [];
    const texts: string[] = [];
    const step = async () => {
      server.byRecipient.clear();
      await occur();
      await send();
      if (server.byRecipient.size > 0) {
        const { subject = "", text = "" } = await PostalMime.parse(server.last);
        subjects.push(subject);
        texts.push(text);
      }
      return sentTo();
    };
    expect(await step()).toEqual([]);
    t.clock.advance({ days: 1, minutes: 1 });
    expect(await step()).toEqual([staying.email, buying.email].toSorted());
    expect(await step()).toEqual([]);
    await t.db.query({ text: "update users set subscription_status = 'active' where id = $1", values: [buying.id] });
    t.clock.advance({ days: 1 });
    expect(await step()).toEqual([staying.email]);
    expect(await step()).toEqual([]);
    expect(subjects).toEqual(["【学び舎】無料体験はまもなく終了します", "【学び舎】無料体験が終了しました"]);
    const end = formatInstant(Date.parse(trial.created_at) + TRIAL_DAYS * 24 * 60 * 60 * 1000);
    expect(texts[0]).toMatch(new RegExp(`^無料体験は、${end}に終了します。\n`));
    expect(texts[0]).not.toContain("1日以内");
    expect(texts[1]).not.toContain(end);
  });

  test("that waited while they were switched off, or while the member bought a plan, are not sent", async () => {
    for (const key of ["welcome", "trial_ended", "digest"]) await on(key);
    await createVideo(t.db, t.clock, { published_at: now() });
    const created_at = t.clock.daysAgo(6);
    const members = [await verified({ subscription_status: "trial", created_at }), await verified()];
    for (const { id } of members) {
      const text = "insert into mail_preferences (user_id, digest_since) values ($1, $2)";
      await t.db.query({ text, values: [id, now()] });
    }
    t.clock.advance({ minutes: 1 });
    await verified({ email_verified_at: now(), created_at: now() });
    server.refuse = () => "450 4.2.0 come back later";
    for (let day = 0; day < 8; day++) {
      await occur();
      await send();
      t.clock.advance({ days: 1 });
    }
    const listed = (await selectRows(t.db, "mailing_recipients")).map(({ mailing_id }) => mailing_id);
    expect(new Set(listed).size).toBe(3);
    await t.db.query({ text: "update users set subscription_status = 'active'" });
    await t.db.query({ text: "update mailings set send_at = null where key in ('welcome', 'trial_ended', 'digest')" });
    for (const key of ["welcome", "trial_ended", "digest"]) await on(key);
    server.refuse = () => undefined;
    t.clock.advance({ minutes: 31 });
    await send();
    expect(sentTo()).toEqual([]);
    expect(new Set(await outcomes())).toEqual(new Set(["skipped"]));
  });

  test("tell of a week's new videos once, on Monday, to members who asked", async () => {
    await on("digest");
    const [subscribed] = [await verified(), await verified()];
    await t.db.query({
      text: "insert into mail_preferences (user_id, digest_since) values ($1, $2)",
      values: [subscribed.id, now()],
    });
    const days: string[] = [];
    for (let hour = 0; hour < 24 * 14; hour += 6) {
      if (hour === 24) await createVideo(t.db, t.clock, { title: "一つ目の動画", published_at: now() });
      await occur();
      if (server.byRecipient.size > 0) server.byRecipient.clear();
      await send();
      if (server.byRecipient.size > 0) days.push(new Date(t.clock.now() + 9 * 3_600_000).toISOString());
      t.clock.advance({ minutes: 360 });
    }
    expect(days).toHaveLength(1);
    expect(new Date(days[0] ?? "").getUTCDay()).toBe(1);
    const mail = await PostalMime.parse(server.last);
    expect(mail.text).toContain("一つ目の動画\nhttp://localhost:3000/video/");
    expect(mail.to?.[0]?.address).toBe(subscribed.email);
  });
});

test("the audience of ended members is exactly those who had access and may not watch", async () => {
  const past = t.clock.daysAgo(1);
  const later = t.clock.daysAgo(-1);
  const users: Awaited<ReturnType<typeof createUser>>[] = [];
  for (const subscription_status of ["trial", "active", "canceled", "inactive"] as const) {
    for (const created_at of [t.clock.daysAgo(3), t.clock.daysAgo(9)]) {
      for (const subscription_end_date of [null, past, later]) {
        for (const cancel_at_period_end of [false, true]) {
          for (const access_granted_until of [null, past, later]) {
            for (const is_staff of [false, true]) {
              const given = { subscription_status, created_at, subscription_end_date, cancel_at_period_end };
              users.push(await verified({ ...given, access_granted_until, is_staff }));
            }
          }
        }
      }
    }
  }
  const had = users.filter(({ subscription_status }) => subscription_status !== "inactive");
  const watching = (user: (typeof users)[number]) => canWatch(user, t.clock.now());
  const id = await mailing("ended");
  await t.db.query({ text: "update mailings set send_at = $2 where id = $1", values: [id, now()] });
  const expected = had.filter((user) => !watching(user)).map((user) => user.id);
  expect(await listDueMailing(t.db, t.clock.now())).toBe(true);
  const listed = (await selectRows(t.db, "mailing_recipients")).map(({ user_id }) => user_id);
  expect(listed.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
});
