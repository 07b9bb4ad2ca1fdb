import { contract } from "@manabiya/contract";
import { NO_SITE_FORM, type SiteForm } from "@manabiya/contract/site/form.ts";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountCalls } from "../../../test/testing/account-calls.ts";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  endAll,
  pay,
  useBillingApp,
  useCard,
} from "../../../test/testing/billing-app.ts";
import { customerOf } from "../../../test/testing/billing-state.ts";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { startMailServer, type TestMailServer } from "../../../test/testing/smtp-server.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { recordCheck } from "../../catalogue/playback/queries.ts";
import { insertRow } from "../../db/insert-rows.ts";
import { recordRestoreTest } from "../../jobs/backup-record.ts";
import { dueJobsRunner } from "../../jobs/due-jobs.ts";
import { type MailSender, startMailSender } from "../../mail/sender.ts";
import { createSmtpTransport } from "../../mail/transport.ts";
import { tellOwner } from "./tell-owner.ts";

const OWNER = "owner@example.com";
const SOON = { timeout: 10_000 };
const SILENT = pino({ level: "silent" });
const DIGEST = /^\d+年\d+月\d+日の確認事項$/;

const t = useBillingApp();
const { requestReset } = accountCalls(t);
let server: TestMailServer;
let sender: MailSender;

beforeAll(async () => {
  server = await startMailServer({
    onRcptTo: ({ address }, _session, callback) => {
      if (!address.startsWith("gone-")) return callback();
      callback(Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 }));
    },
  });
  const transport = createSmtpTransport(server.url, { name: "学び舎", address: "no-reply@manabiya.example" });
  sender = startMailSender({ db: t.db, transport, now: t.clock.now, log: SILENT });
});
afterAll(async () => {
  await sender.stop();
  await server.stop();
});

const save = async (form: Partial<SiteForm>) => {
  const me = await staffCalls(t).superuser();
  const response = await me.call(contract.adminSite.update, {}, { ...NO_SITE_FORM, alert_addresses: OWNER, ...form });
  expect(response.statusCode, response.body).toBe(200);
};

/** As the nightly backup of a server in order. */
async function backUp(): Promise<void> {
  await t.db.query({ text: "delete from job_runs where job = 'backup'" });
  await insertRow(t.db, "job_runs", {
    job: "backup",
    started_at: t.clock.daysAgo(0),
    succeeded_at: t.clock.daysAgo(0),
  });
}

/** Runs the job. @returns the mails that arrived at the owner's address by it */
async function hear(): Promise<{ subject: string; text: string }[]> {
  server.taken.length = 0;
  await tellOwner({ db: t.db, site: t.deps.site, now: t.clock.now, logger: SILENT });
  const waiting = async () =>
    (await selectRows(t.db, "mail_outbox", { recipient: OWNER })).filter(({ sent_at }) => sent_at === null).length;
  sender.wake();
  await expect.poll(waiting, SOON).toBe(0);
  return server.taken
    .filter(({ envelope }) => envelope.to.includes(OWNER))
    .map(({ subject = "", text = "" }) => ({ subject: subject.replace("【学び舎】", ""), text }));
}
const alertsHeard = async () => (await hear()).filter(({ subject }) => !DIGEST.test(subject));

beforeEach(async () => {
  await endAll(t);
  const tables = "staff_alerts, videos, job_runs, mail_outbox, owner_matters, membership_changes, billing_letters";
  await t.db.query({ text: `truncate ${tables} cascade` });
  await t.db.query({ text: "update users set subscription_status = 'inactive'" });
  t.clock.advance({ days: 1 });
  await save({});
  await backUp();
});

async function payer() {
  const member = await t.member();
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  return member;
}

async function dispute(): Promise<string> {
  const charge = (await t.stripe.charges.list({ customer: await customerOf(t, await payer()), limit: 1 })).data[0];
  const { id } = t.sandbox.simulate.dispute(charge?.id ?? "");
  await deliverAll(t);
  return id;
}

async function breakVideo(): Promise<void> {
  const { id, video_id } = await createVideo(t.db, t.clock);
  const video = { id, host: "youtube" as const, video_id, host_hash: null, source: `youtube:${video_id}` };
  await recordCheck(t.db, { video, state: "private", isClear: true, now: t.clock.now() });
}

interface Trouble {
  cause: () => Promise<unknown>;
  says: RegExp;
  /** The mail says what to press, and leads there. */
  todo: string;
  leadsTo: string;
}

const TROUBLES: Record<string, Trouble> = {
  "a dispute, with its deadline": {
    cause: dispute,
    says: /^支払いへの異議申し立てが1件あります（証拠の提出期限は\d+月\d+日 \d+:\d\d）$/,
    todo: "「Stripeで確認する」から証拠を提出してください。",
    leadsTo: "/admin/alerts",
  },
  "a lost dispute": {
    cause: async () => {
      t.sandbox.simulate.closeDispute(await dispute(), "lost");
      await t.db.query({ text: "update staff_alerts set resolved_at = now()" });
      await deliverAll(t);
    },
    says: /^確認が必要な請求・契約が1件あります$/,
    todo: "「対応済みにする」を押してください。",
    leadsTo: "/admin/alerts",
  },
  "payments that fail in number": {
    cause: async () => {
      for (let count = 0; count < 3; count++) {
        await useCard(t, await customerOf(t, await payer()), CARDS.failsLater);
      }
      advance(t, { days: 32 });
      await deliverAll(t);
      await backUp();
    },
    says: /^お支払いを確認できていない会員が3人います/,
    todo: "続く場合は会員に連絡してください。",
    leadsTo: "/admin/members?status=payment_failing",
  },
  "a dead video": {
    cause: breakVideo,
    says: /^再生できない動画が1本あります$/,
    todo: "動画のURLを変更するか、非公開にしてください。",
    leadsTo: "/admin/videos?show=unplayable",
  },
  "mails that are given up in number": {
    cause: async () => {
      for (let count = 0; count < 5; count++) {
        const { email } = await createUser(t.db, t.clock, {
          email: `gone-${t.clock.ms}-${count}@example.com`,
          email_verified_at: t.clock.daysAgo(9),
        });
        await requestReset(email);
      }
      sender.wake();
      const refused = async () =>
        (await selectRows(t.db, "mail_outbox")).filter(({ refused_code }) => refused_code === "5.1.1").length;
      await expect.poll(refused, SOON).toBe(5);
    },
    says: /^送信できていないメールが5件あります$/,
    todo: "「再送信」か「破棄」を押してください。",
    leadsTo: "/admin/mails",
  },
  "a job that stands still": {
    cause: async () => {
      const { signal } = new AbortController();
      let isBroken = false;
      const run = async () => {
        if (isBroken) throw new Error("the disk is full");
      };
      const due = dueJobsRunner([{ name: "tidy", every: 3_600_000, run }], {
        ...t,
        logger: SILENT,
        now: t.clock.now,
        signal,
      });
      for (let hour = 0; hour < 4; hour++) {
        await due();
        isBroken = true;
        t.clock.advance({ minutes: 61 });
      }
    },
    says: /^止まっている自動処理が1件あります（\d+月\d+日 \d+:\d\dから）$/,
    todo: "サーバーを管理している方に連絡してください。",
    leadsTo: "/admin/state",
  },
  "a backup that is too old": {
    cause: async () => t.clock.advance({ days: 2, minutes: 1 }),
    says: /^\d+年\d+月\d+日以降、バックアップが取得されていません$/,
    todo: "バックアップの実行を依頼してください。",
    leadsTo: "/admin/dashboard#backup",
  },
  "a backup that does not restore": {
    cause: () =>
      recordRestoreTest(t.connection, { startedAt: new Date(t.clock.ms), takenAt: null }, (line) => expect.fail(line)),
    says: /^バックアップの復元テストが成功していません/,
    todo: "バックアップの復元テストを依頼してください。",
    leadsTo: "/admin/dashboard#backup",
  },
};

describe("tells the owner at once, and once, of", () => {
  test.each(Object.entries(TROUBLES))("%s", async (_name, { cause, says, todo, leadsTo }) => {
    expect(await alertsHeard()).toEqual([]);
    await cause();
    const [mail, ...more] = await alertsHeard();
    expect(mail?.subject).toMatch(says);
    expect(mail?.text).toContain(todo);
    expect(mail?.text).toContain(`http://localhost:3000${leadsTo}\n`);
    expect(more).toEqual([]);
    expect(await alertsHeard()).toEqual([]);
  });
});

test("a start after a stop of hours tells of no job that runs just then, and later of one that still does not succeed", async () => {
  const row = (job: string, started: number) => ({
    job,
    started_at: t.clock.daysAgo(started),
    succeeded_at: t.clock.daysAgo(0.5),
  });
  // The job that asks, and one of another process.
  for (const job of ["tell-owner", "reconcile-hourly"]) await insertRow(t.db, "job_runs", row(job, 0));
  expect(await alertsHeard()).toEqual([]);
  t.clock.advance({ minutes: 4 });
  await t.db.query({ text: "delete from job_runs where job = 'tell-owner'" });
  expect((await alertsHeard()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^止まっている自動処理が1件あります/),
  ]);
});

test("a second matter of a kind is told, and a settled one again when it comes back on another day", async () => {
  await breakVideo();
  expect(await alertsHeard()).toHaveLength(1);
  await breakVideo();
  expect((await alertsHeard()).map(({ subject }) => subject)).toEqual(["再生できない動画が2本あります"]);
  const { rows } = await t.db.query({ text: "select * from video_checks" });
  await t.db.query({ text: "delete from video_checks" });
  const back = () =>
    t.db.query({
      text: "insert into video_checks select * from json_populate_recordset(null::video_checks, $1)",
      values: [JSON.stringify(rows)],
    });
  await hear();
  await back();
  expect(await alertsHeard()).toEqual([]);
  await t.db.query({ text: "delete from video_checks" });
  t.clock.advance({ days: 1, minutes: 1 });
  await backUp();
  await hear();
  await back();
  expect(await alertsHeard()).toHaveLength(1);
});

test("the mail of the morning has all tasks and yesterday's figures, once a day from its hour on", async () => {
  t.clock.ms = Date.parse(`${t.clock.daysAgo(-1).slice(0, 10)}T21:30:00Z`);
  await save({ digest_hour: "8" });
  await backUp();
  await createVideo(t.db, t.clock, { published_at: null });
  const created_at = t.clock.daysAgo(4.5);
  await createUser(t.db, t.clock, { subscription_status: "trial", created_at });
  await insertRow(t.db, "membership_changes", { at: t.clock.daysAgo(1), kind: "signup", cohort: "2026-11-01" });
  expect(await hear()).toEqual([]);
  t.clock.advance({ minutes: 90 });
  const [mail, ...more] = await hear();
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(DIGEST);
  expect(mail?.text).toMatch(/・無料体験が3日以内に終了する会員が1人います[^]*・下書きの動画が1本あります/);
  expect(mail?.text).toContain("http://localhost:3000/admin/members?status=trial_ending");
  expect(mail?.text).toMatch(/^\d+年\d+月\d+日の件数と金額\n[^]*会員登録：1（前日 0）/m);
  expect(await hear()).toEqual([]);
});

test("sign-ups alone cause it only by the switch", async () => {
  t.clock.advance({ days: 1 });
  await backUp();
  await insertRow(t.db, "membership_changes", { at: t.clock.daysAgo(1), kind: "signup", cohort: "2026-11-01" });
  expect(await hear()).toEqual([]);
  await save({ digest_of_members: "on" });
  expect((await hear()).map(({ subject, text }) => [DIGEST.test(subject), text.includes("会員登録：1")])).toEqual([
    [true, true],
  ]);
});

test("of new questions one mail an hour tells, with the number of all that wait, and none by the switch", async () => {
  const video = await createVideo(t.db, t.clock);
  const ask = (answer: string | null = null) =>
    insertRow(t.db, "questions", {
      ...{ video_id: video.id, second: 5, text: "内緒の質問", nickname: "はな", is_public: true, answer },
      asked_at: t.clock.daysAgo(0),
    });
  const told = async () => (await hear()).map(({ subject, text }) => [subject, text.includes("内緒")]);
  await save({ question_mails: "off" });
  await ask();
  expect(await told()).toEqual([]);
  await save({});
  expect(await told()).toEqual([["未回答の質問が1件あります", false]]);
  await ask();
  await ask("回答");
  t.clock.advance({ minutes: 50 });
  expect(await told()).toEqual([]);
  t.clock.advance({ minutes: 11 });
  expect(await told()).toEqual([["未回答の質問が2件あります", false]]);
  t.clock.advance({ minutes: 61 });
  expect(await told()).toEqual([]);
});

test("every address hears it, and nobody while there is none", async () => {
  await breakVideo();
  await save({ alert_addresses: null });
  expect(await hear()).toEqual([]);
  await save({ alert_addresses: `${OWNER}\n second@example.com ` });
  await alertsHeard();
  await expect
    .poll(() => new Set(server.taken.flatMap(({ envelope }) => envelope.to)), SOON)
    .toEqual(new Set([OWNER, "second@example.com"]));
});

test("a quiet week with drafts, members and chores sends nothing", async () => {
  await createVideo(t.db, t.clock, { published_at: null });
  await createVideo(t.db, t.clock);
  for (let hours = 0; hours < 7 * 24; hours += 3) {
    t.clock.advance({ minutes: 180 });
    if (hours % 24 === 0) {
      await backUp();
      await insertRow(t.db, "membership_changes", { at: t.clock.daysAgo(0), kind: "signup", cohort: "2026-11-01" });
    }
    expect(await hear()).toEqual([]);
  }
});
