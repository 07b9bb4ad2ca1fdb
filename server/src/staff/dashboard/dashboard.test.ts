import { contract } from "@manabiya/contract";
import { addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { Dashboard } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { beforeEach, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { insertRow, insertRows } from "../../db/insert-rows.ts";
import { takeLock } from "../../catalogue/films/queries.ts";
import { recordCheck } from "../../catalogue/playback/queries.ts";
import {
  createCategory,
  createChapter,
  createNotice,
  createUser,
  createVideo,
} from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();

type Caller = Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
const read = async (me: Caller) => (await me.call(contract.dashboard.get)).json<Dashboard>();
const needsOf = async (me: Caller) =>
  Object.fromEntries((await read(me)).needs.map(({ kind, count }) => [kind, count]));

beforeEach(async () => {
  const tables = "users, trials, videos, notices, mail_outbox, staff_alerts, billing_letters, daily_views";
  await t.db.query({ text: `truncate ${tables}, daily_search_terms, daily_members, job_runs cascade` });
});

const QUIET = {
  unanswered_questions: 0,
  reported_questions: 0,
  empty_searches: 0,
  unplayable_videos: 0,
  draft_videos: 0,
  draft_notices: 0,
  videos_without_chapters: 0,
  videos_without_category: 0,
  scheduled_videos: 0,
  scheduled_notices: 0,
};

test("counts only the work that waits for staff", async () => {
  const me = await staffCalls(t).withRights({ may_see_members: true });
  expect(await needsOf(me)).toEqual({
    ...QUIET,
    failed_mails: 0,
    undeliverable_members: 0,
    shared_accounts: 0,
    ending_trials: 0,
  });
  const category_ids = [(await createCategory(t.db, "分類")).id];
  const done = await createVideo(t.db, t.clock, { category_ids });
  await createChapter(t.db, { video_id: done.id });
  const gone = await createVideo(t.db, t.clock);
  const about = { id: gone.id, host: "youtube" as const, video_id: gone.video_id, host_hash: null };
  const video = { ...about, source: `youtube:${gone.video_id}` };
  await recordCheck(t.db, { video, state: "private", isClear: true, now: t.clock.now() });
  await createVideo(t.db, t.clock, { published_at: null, category_ids });
  await createVideo(t.db, t.clock, { published_at: t.clock.daysAgo(-1), category_ids });
  await createVideo(t.db, t.clock, { deleted_at: t.clock.daysAgo(0), published_at: null });
  await createNotice(t.db, t.clock, { published_at: t.clock.daysAgo(-1) });
  await createNotice(t.db, t.clock, { published_at: null });
  const mail = {
    recipient: "a@example.com",
    subject: "件名",
    text: "",
    html: "",
    created_at: t.clock.daysAgo(0),
    send_after: t.clock.daysAgo(0),
  };
  await insertRow(t.db, "mail_outbox", mail);
  await insertRow(t.db, "mail_outbox", { ...mail, attempts: 2, last_error: "ECONNREFUSED" });
  await insertRow(t.db, "mail_outbox", { ...mail, sent_at: t.clock.daysAgo(0) });
  for (const days of [1, 5, 6.5, 7.5]) {
    await createUser(t.db, t.clock, { subscription_status: "trial", created_at: t.clock.daysAgo(days) });
  }
  const [dead, moved] = [await createUser(t.db, t.clock), await createUser(t.db, t.clock)];
  await insertRows(t.db, "mail_preferences", [
    { user_id: dead.id, undeliverable_email: dead.email },
    { user_id: moved.id, undeliverable_email: `former-${moved.email}` },
  ]);
  const shared = { user_id: dead.id, networks: 5, devices: 6 };
  await insertRows(t.db, "shared_hours", [
    { ...shared, at: t.clock.daysAgo(1) },
    { ...shared, at: t.clock.daysAgo(2) },
    { ...shared, user_id: moved.id, at: t.clock.daysAgo(28) },
  ]);
  const today = japanDay(t.clock.now());
  await insertRows(
    t.db,
    "daily_search_terms",
    [
      { term: "むかし", days: 8, without_result: 2 },
      { term: "アプリ開発", days: 7, without_result: 3 },
      { term: "アプリ開発", days: 1, without_result: 1 },
      { term: "広告", days: 1, without_result: 0 },
    ].map(({ days, ...row }) => ({ ...row, searches: 4, day: addDays(today, -days) })),
  );
  const question = { video_id: video.id, second: 5, text: "質問", nickname: "はな", asked_at: t.clock.daysAgo(1) };
  const [, , asked] = await insertRows(t.db, "questions", [
    { ...question, is_public: false },
    { ...question, is_public: true, state: "hidden" },
    { ...question, is_public: true, state: "shown", answer: "回答" },
  ]);
  const report = { is_report: true, reason: "宣伝です", marked_at: t.clock.daysAgo(0) };
  await insertRow(t.db, "question_marks", { user_id: me.user.id, question_id: asked?.id, ...report });
  expect(await needsOf(me)).toEqual({
    unanswered_questions: 1,
    reported_questions: 1,
    empty_searches: 1,
    unplayable_videos: 1,
    draft_videos: 1,
    draft_notices: 1,
    videos_without_chapters: 3,
    videos_without_category: 1,
    scheduled_videos: 1,
    scheduled_notices: 1,
    failed_mails: 1,
    undeliverable_members: 1,
    shared_accounts: 1,
    ending_trials: 2,
  });
  expect((await me.get(`${contract.adminMembers.list.url}?status=trial_ending`)).json()).toMatchObject({ count: 2 });
  expect((await me.get(`${contract.adminMembers.list.url}?status=shared`)).json()).toMatchObject({ count: 1 });
  const { needs } = await read(me);
  expect(needs.find(({ kind }) => kind === "ending_trials")?.at).toBe(t.clock.daysAgo(-0.5));
});

test("puts what costs money or members first, with the instant that matters", async () => {
  const me = await staffCalls(t).superuser();
  const failing = await createUser(t.db, t.clock);
  await insertRow(t.db, "subscriptions", {
    user_id: failing.id,
    subscription_id: "sub_1",
    status: "past_due",
    plan: "monthly",
    cancel_at_period_end: false,
    payment_failed: true,
    retry_at: t.clock.daysAgo(-2),
    synced_at: t.clock.daysAgo(0),
  });
  const alert = { message: "", user_id: null, created_at: t.clock.daysAgo(3) };
  await insertRows(t.db, "staff_alerts", [
    { ...alert, kind: "dispute", about: "dp_1", message: "証拠の提出期限：2027年1月5日 8:59。" },
    { ...alert, kind: "dispute", about: "dp_4", message: "証拠の提出期限：2026年12月31日 23:59。" },
    { ...alert, kind: "dispute", about: "dp_5" },
    { ...alert, kind: "dispute", about: "dp_2", resolved_at: t.clock.daysAgo(1) },
    { ...alert, kind: "dispute", about: "dp_3:lost" },
    { ...alert, kind: "duplicate_subscription", about: "sub_2" },
  ]);
  const { needs, last_backup_at, proven_backup_at } = await read(me);
  expect(needs.slice(0, 14)).toEqual([
    { kind: "failing_payments", count: 1, at: t.clock.daysAgo(-2) },
    { kind: "disputes", count: 3, at: "2026-12-31T14:59:00.000Z" },
    { kind: "unplayable_videos", count: 0, at: null },
    { kind: "failed_mails", count: 0, at: null },
    { kind: "standing_jobs", count: 0, at: null },
    { kind: "stopped_webhooks", count: 0, at: null },
    { kind: "charges_to_look_at", count: 2, at: null },
    { kind: "late_backup", count: 1, at: null },
    { kind: "unproven_backup", count: 0, at: null },
    { kind: "missing_legal_pages", count: 3, at: null },
    { kind: "undeliverable_members", count: 0, at: null },
    { kind: "shared_accounts", count: 0, at: null },
    { kind: "sample_landings", count: 2, at: null },
    { kind: "ending_trials", count: 0, at: null },
  ]);
  expect(last_backup_at).toBeNull();
  expect(proven_backup_at).toBeNull();
  const members = await me.get(`${contract.adminMembers.list.url}?status=payment_failing`);
  expect(members.json()).toMatchObject({ count: 1, results: [{ id: failing.id }] });
});

test("knows the age of the last backup", async () => {
  const me = await staffCalls(t).superuser();
  const backup = async (days: number) => {
    const succeeded_at = t.clock.daysAgo(days);
    await t.db.query({ text: "delete from job_runs" });
    await insertRow(t.db, "job_runs", { job: "backup", started_at: succeeded_at, succeeded_at });
    const { needs, last_backup_at } = await read(me);
    expect(last_backup_at).toBe(succeeded_at);
    return needs.find(({ kind }) => kind === "late_backup");
  };
  expect(await backup(1.9)).toMatchObject({ count: 0 });
  expect(await backup(2.1)).toMatchObject({ count: 1, at: t.clock.daysAgo(2.1) });
});

test("asks for a restore test that failed or is late, and of nobody who has set up none", async () => {
  const me = await staffCalls(t).superuser();
  const needAfter = async ({ tested, succeeded, taken }: { tested: number; succeeded?: number; taken?: number }) => {
    await t.db.query({ text: "delete from job_runs" });
    const at = (days: number | undefined) => (days === undefined ? null : t.clock.daysAgo(days));
    const test = { job: "restore-test", started_at: t.clock.daysAgo(tested), succeeded_at: at(succeeded) };
    await insertRow(t.db, "job_runs", test);
    if (taken !== undefined) {
      await insertRow(t.db, "job_runs", { job: "proven-backup", started_at: t.clock.daysAgo(taken) });
    }
    const { needs, proven_backup_at } = await read(me);
    expect(proven_backup_at).toBe(at(taken));
    return needs.find(({ kind }) => kind === "unproven_backup");
  };
  expect(await needAfter({ tested: 7, succeeded: 6.9, taken: 7.9 })).toMatchObject({ count: 0 });
  expect(await needAfter({ tested: 7, succeeded: 6.9, taken: 8.1 })).toMatchObject({
    count: 1,
    at: t.clock.daysAgo(8.1),
  });
  expect(await needAfter({ tested: 1, succeeded: 6.9, taken: 7 })).toMatchObject({ count: 1, at: t.clock.daysAgo(7) });
  expect(await needAfter({ tested: 1 })).toMatchObject({ count: 1, at: null });
});

test("shows each right its own tasks and figures, and lists their members to nobody else", async () => {
  const calls = staffCalls(t);
  const seen = async (me: Caller) => {
    const { needs, yesterday, ...rest } = await read(me);
    const kinds = needs.map(({ kind }) => kind).filter((kind) => !Object.hasOwn(QUIET, kind));
    return [kinds, yesterday.figures.map(({ kind }) => kind), Object.keys(rest)];
  };
  expect(await seen(await calls.staff())).toEqual([[], ["views"], []]);
  const members = await calls.withRights({ may_see_members: true });
  expect(await seen(members)).toEqual([
    ["failed_mails", "undeliverable_members", "shared_accounts", "ending_trials"],
    ["signups", "trials", "ended_contracts", "views"],
    [],
  ]);
  const money = await calls.withRights({ may_see_money: true });
  const contracts = ["new_contracts", "cancellations", "monthly_revenue"];
  expect(await seen(money)).toEqual([["disputes", "charges_to_look_at"], [...contracts, "views"], []]);
  expect((await seen(await calls.superuser()))[1]).toEqual(["signups", "trials", ...contracts, "views"]);
  expect((await members.get(`${contract.adminMembers.list.url}?status=payment_failing`)).statusCode).toBe(403);
});

test("counts yesterday by Japan's day", async () => {
  t.clock.ms = Date.parse("2026-11-23T00:30:00+09:00");
  const me = await staffCalls(t).superuser();
  await t.db.query({ text: "delete from users where id <> $1", values: [me.user.id] });
  const video = await createVideo(t.db, t.clock);
  const times = ["2026-11-21T00:00:00+09:00", "2026-11-21T23:59:59+09:00", "2026-11-22T00:00:00+09:00"];
  const outside = ["2026-11-20T23:59:59+09:00", "2026-11-23T00:00:00+09:00"];
  let leaver = 0;
  for (const [index, created_at] of [...times, ...outside].entries()) {
    const user = await createUser(t.db, t.clock, { created_at });
    for (const kind of ["signup", "trial", "start"] as const)
      await insertRow(t.db, "membership_changes", { user_id: user.id, at: created_at, kind, cohort: "2026-11-01" });
    const letter = { kind: "cancelled" as const, about: `sub_${index}`, user_id: user.id, queued_at: created_at };
    await insertRow(t.db, "billing_letters", letter);
    if (index === 1) leaver = user.id;
  }
  const watcher = await createUser(t.db, t.clock, { created_at: t.clock.daysAgo(50) });
  const headers = await t.as(watcher.id);
  // Half past midnight in Japan is still the day before in UTC.
  for (const at of ["2026-11-22T00:30:00+09:00", "2026-11-22T23:30:00+09:00", "2026-11-23T00:31:00+09:00"]) {
    t.clock.ms = Date.parse(at);
    const url = contract.videos.progress.url.replace(":id", String(video.id));
    expect((await t.app.inject({ method: "POST", url, headers, payload: {} })).statusCode).toBe(200);
  }
  const day = { signups: 0, trials: 0, first_paid: 0, started: 0, ended: 0, members: 3 };
  await insertRows(t.db, "daily_members", [{ ...day, day: "2026-11-21", monthly_revenue: 4500 }]);
  // The day is not closed before ten past midnight.
  const change = { kind: "price", at: times[2] ?? "", cohort: "2026-11-01" };
  await insertRows(t.db, "membership_changes", [
    { ...change, monthly_revenue: -250 },
    { ...change, at: outside[1] ?? "", monthly_revenue: 1500 },
  ]);
  // 退会 takes the emails along, and what was counted stays.
  await t.db.query({ text: "delete from users where id = $1", values: [leaver] });
  const { yesterday } = await read(me);
  expect(yesterday).toEqual({
    day: "2026-11-22",
    figures: [
      { kind: "signups", count: 1, before: 2 },
      { kind: "trials", count: 1, before: 2 },
      { kind: "new_contracts", count: 1, before: 2 },
      { kind: "cancellations", count: 1, before: 1 },
      { kind: "monthly_revenue", count: 4250, before: 4500 },
      { kind: "views", count: 2, before: 0 },
    ],
  });
});

test("a part that fails is unknown, and the others stay", async () => {
  const me = await staffCalls(t).superuser();
  const failing = ["dashboard.draft_videos", "dashboard.views"];
  const db: typeof t.db = {
    ...t.db,
    query: (query) =>
      failing.includes(query.name ?? "") ? Promise.reject(new Error("statement timeout")) : t.db.query(query),
  };
  const app = await createApp({ ...t.deps, db });
  const response = await app.inject({ url: contract.dashboard.get.url, headers: me.headers });
  expect(response.statusCode).toBe(200);
  const { needs, yesterday } = response.json<Dashboard>();
  expect(needs.filter(({ count }) => count === null).map(({ kind }) => kind)).toEqual(["draft_videos"]);
  expect(yesterday.figures.filter(({ count }) => count === null)).toEqual([
    { kind: "views", count: null, before: null },
  ]);
  await app.close();
});

test("lists what a new site lacks, each step by the stored state, until all is done or the owner hides it", async () => {
  const me = await staffCalls(t).superuser();
  await t.db.query({ text: "delete from users where id <> $1", values: [me.user.id] });
  const { site } = t.deps;
  const before = { ...site };
  Object.assign(site, { ownerAddress: "" });
  const done = async () => (await read(me)).opening?.flatMap(({ kind, is_done }) => (is_done ? [kind] : []));
  expect(await done()).toEqual([]);
  expect((await read(await staffCalls(t).withRights({ may_see_money: true }))).opening).toBeUndefined();

  const legal = { inForce: {}, coming: null };
  const price = { monthly_price: "price_1", yearly_price: "price_2", withdrawn_at: null };
  const steps: [kind: string, make: () => unknown][] = [
    ["name", () => Object.assign(site, { name: "寺子屋", ownerAddress: before.ownerAddress })],
    ["logo", () => Object.assign(site, { pictures: new Map([["/icon-192.png", {}]]) })],
    ["colours", () => Object.assign(site, { colours: { primary: "#0b5d3b", signal: null } })],
    ["landing", () => Object.assign(site, { documents: { "landing-a": {} } })],
    ["legal", () => Object.assign(site, { legal: { commerce: legal, terms: legal, privacy: legal } })],
    ["prices", () => Object.assign(site, { prices: [price] })],
    ["videos", () => createVideo(t.db, t.clock)],
    [
      "second_factor",
      () => {
        const at = { created_at: t.clock.daysAgo(0), enabled_at: t.clock.daysAgo(0) };
        return insertRow(t.db, "second_factors", { user_id: me.user.id, sealed_secret: "sealed", ...at });
      },
    ],
    [
      "backup",
      () =>
        insertRow(t.db, "job_runs", {
          job: "backup",
          started_at: t.clock.daysAgo(1),
          succeeded_at: t.clock.daysAgo(1),
        }),
    ],
    [
      "purchase",
      async () => {
        const { id: user_id } = await createUser(t.db, t.clock);
        const plan = { status: "active", plan: "monthly", cancel_at_period_end: false, payment_failed: false } as const;
        await insertRow(t.db, "subscriptions", {
          user_id,
          subscription_id: "sub_9",
          ...plan,
          synced_at: t.clock.daysAgo(0),
        });
      },
    ],
  ];
  const kinds: string[] = [];
  for (const [kind, make] of steps) {
    await make();
    kinds.push(kind);
    expect(await done()).toEqual(kinds);
  }
  Object.assign(site, { showsOpening: false });
  expect(await done()).toBeUndefined();
  Object.assign(site, { showsOpening: true });
  await createUser(t.db, t.clock);
  expect(await done()).toBeUndefined();
  Object.assign(site, before);
});

test("a film that was prepared is no job that stands still", async () => {
  await insertRow(t.db, "job_runs", { job: "tidy", started_at: t.clock.daysAgo(0), succeeded_at: t.clock.daysAgo(0) });
  await takeLock(t.db, [t.clock.daysAgo(0), null]);
  t.clock.ms += 3 * 3_600_000;
  const me = await staffCalls(t).superuser();
  const standing = async () => (await read(me)).needs.find(({ kind }) => kind === "standing_jobs");
  expect(await standing()).toMatchObject({ count: 1 });
  await t.db.query({ text: "delete from job_runs where job = 'tidy'", values: [] });
  expect(await standing()).toMatchObject({ count: 0 });
});
