import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import type { SiteState } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { alarmRules } from "../../../test/testing/alarm-rules.ts";
import { createAuthority, trust } from "../../../test/testing/certificate.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { createApp } from "../../app.ts";
import { insertRow, insertRows } from "../../db/insert-rows.ts";
import { openDatabase } from "../../db/open.ts";
import type { Answered } from "../../http/request-log.ts";
import { countRequests } from "../../observability/request-counts.ts";
import { SHARE_MAX, SLOW } from "./site-requests.ts";
import { MAIL_AGE_MAX } from "./site-state.ts";

const t = useTestApp();

beforeEach(async () => {
  await t.db.query({ text: "truncate request_counts, job_runs, mail_outbox" });
  t.clock.ms = Date.parse("2026-11-28T03:07:00Z");
  const succeeded_at = t.clock.daysAgo(0.5);
  await insertRow(t.db, "job_runs", { job: "backup", started_at: succeeded_at, succeeded_at });
});

async function look(app = t.app): Promise<SiteState> {
  const { headers } = await staffCalls(t).superuser();
  const response = await app.inject({ url: contract.dashboard.state.url, headers });
  expect(response.statusCode).toBe(200);
  return response.json<SiteState>();
}
const reasonOf = ({ findings }: SiteState) => findings.find(({ problem }) => problem)?.problem?.text ?? null;
const detailsOf = ({ findings }: SiteState, name: string) => findings.find((part) => part.name === name)?.details;

const process = (release = "1.0") => countRequests({ db: t.deps.db, now: t.clock.now, release });

const ANSWER: Answered = { method: "GET", route: "/api/home/", status: 200, milliseconds: 20 };

/** Counts as so many answers of a process that just started. */
async function answer(times: number, given: Partial<Answered> = {}): Promise<void> {
  const counts = process();
  for (let each = 0; each < times; each++) counts.count({ ...ANSWER, ...given });
  await counts.write();
}

/** The same minutes of the day before. */
async function answerYesterday(times: number): Promise<void> {
  t.clock.advance({ days: -1 });
  await answer(times);
  t.clock.advance({ days: 1 });
}

test("finds no problem, and names what it looked at", async () => {
  await answerYesterday(30);
  await answer(100);
  const state = await look();
  expect(reasonOf(state)).toBeNull();
  expect(state.findings.map(({ name }) => name)).toEqual([
    "データベース",
    "ディスク",
    "アクセス",
    "自動処理",
    "メール",
    "証明書",
    "バックアップ",
    "復元テスト",
    "サーバー",
  ]);
  expect(detailsOf(state, "アクセス")).toEqual([
    "この15分：100件（1分あたり50件）、失敗0件（0.0%）、半数は25ミリ秒以内、95%は25ミリ秒以内",
    "前日の同じ時間：30件（1分あたり2件）、失敗0件（0.0%）、半数は25ミリ秒以内、95%は25ミリ秒以内",
  ]);
  expect(detailsOf(state, "バックアップ")).toEqual(["最後は11月28日 0:07"]);
  expect(detailsOf(state, "メール")).toEqual(["送信待ち 0件"]);
});

test("lists each running process with its release and start, and none that ended", async () => {
  await process("0.9").write();
  t.clock.advance({ minutes: 10 });
  const [one, other] = [process("1.0"), process("1.0")];
  await Promise.all([one.write(), other.write()]);
  expect(detailsOf(await look(), "サーバー")).toEqual(["版 1.0、11月28日 12:17から（2プロセス）"]);
  t.clock.advance({ minutes: 2 });
  await one.write();
  expect(detailsOf(await look(), "サーバー")).toEqual(["版 1.0、11月28日 12:17から（1プロセス）"]);
});

test("names the call that fails, counted by the application itself", async () => {
  const counts = process();
  const db: typeof t.db = {
    ...t.deps.db,
    query: (query) =>
      query.text.includes("from notices") ? Promise.reject(new Error("broken")) : t.deps.db.query(query),
  };
  const app = await createApp({ ...t.deps, db, measure: (answered) => counts.count(answered) });
  onTestFinished(() => app.close());
  const { headers } = await staffCalls(t).member();
  for (let times = 0; times < 6; times++) {
    const { url } = contract.notices.list;
    expect((await app.inject({ url, headers })).statusCode).toBe(500);
  }
  t.errors.splice(0);
  for (let times = 0; times < 60; times++) await app.inject({ url: contract.categories.list.url, headers });
  await counts.write();
  const state = await look();
  expect(reasonOf(state)).toBe("一部のページや操作が失敗しています（GET /api/notices/）");
  expect(detailsOf(state, "アクセス")).toContain("GET /api/notices/：6件のうち、失敗6件、0.5秒超0件");
});

test("a few failures among many answers are no reason, and neither is a film that takes minutes", async () => {
  await answer(1_000);
  await answer(9, { status: 500 });
  await answer(50, { route: "/media/videos/:file", milliseconds: 90_000 });
  expect(reasonOf(await look())).toBeNull();
  await answer(3, { status: 503 });
  expect(reasonOf(await look())).toBe("一部のページや操作が失敗しています（GET /api/home/）");
});

test("names the slow call, or so many more visitors than the day before", async () => {
  await answer(95);
  await answer(5, { route: "/api/videos/search/", milliseconds: 800 });
  expect(reasonOf(await look())).toBe("応答に時間がかかっています（GET /api/videos/search/）");
  await answerYesterday(150);
  const state = await look();
  expect(reasonOf(state)).toBe("アクセスが前日の同じ時間の5倍あり、応答が遅くなっています");
  // A quarter of an hour later nobody waits any more.
  t.clock.advance({ minutes: 20 });
  expect(reasonOf(await look())).toBeNull();
});

test("counts wait in memory while the database is away", async () => {
  const away = openDatabase(t.connection, () => {});
  await away.close();
  let db: typeof t.db = away;
  const counts = countRequests({ db: { ...db, query: (query) => db.query(query) }, now: t.clock.now, release: "1.0" });
  for (let times = 0; times < 6; times++) counts.count({ ...ANSWER, status: 503 });
  await expect(counts.write()).rejects.toThrow();
  t.clock.advance({ minutes: 6 });
  db = t.deps.db;
  await counts.write();
  expect(reasonOf(await look())).toBe("一部のページや操作が失敗しています（GET /api/home/）");
});

test("a database that is slow to answer comes before what follows from it", async () => {
  await answer(100, { milliseconds: 3_000 });
  const looking = await t.db.transaction(async (tx) => {
    await tx.query({ text: "lock table request_counts" });
    const found = look();
    await tx.query({ text: "select pg_sleep(0.7)" });
    return { found };
  });
  const state = await looking.found;
  expect(reasonOf(state)).toBe("データベースの応答が遅くなっています");
  expect(detailsOf(state, "データベース")?.[0]).toMatch(/^応答 [\d,]+ミリ秒$/);
});

test("a disk that is nearly full", async ({ skip }) => {
  const dataDir = await mkdtemp(join(tmpdir(), "manabiya-disk-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "manabiya-test", dataDir], { stdio: "pipe" });
  } catch {
    skip("Only root may mount a small disk, and not in every container.");
  }
  onTestFinished(() => void execFileSync("umount", [dataDir]));
  const app = await createApp({ ...t.deps, dataDir });
  onTestFinished(() => app.close());
  await writeFile(join(dataDir, "film"), Buffer.alloc(800_000));
  expect(reasonOf(await look(app))).toBeNull();
  await writeFile(join(dataDir, "another"), Buffer.alloc(150_000));
  const state = await look(app);
  expect(reasonOf(state)).toBe("ディスクの空きが少なくなっています");
  expect(detailsOf(state, "ディスク")).toEqual(["空き 0.0GB（全体 0.0GB）"]);
});

test("jobs that stand still, and mails that wait, by the rules of the owner's mails and the alarms", async () => {
  const mail = { recipient: "a@example.com", subject: "件名", text: "", html: "", send_after: t.clock.daysAgo(0) };
  await insertRow(t.db, "mail_outbox", { ...mail, created_at: t.clock.daysAgo(9 / 24 / 60) });
  const calm = await look();
  expect([reasonOf(calm), detailsOf(calm, "メール")]).toEqual([null, ["送信待ち 1件（最も古いものは9分前から）"]]);
  await insertRow(t.db, "mail_outbox", { ...mail, created_at: t.clock.daysAgo(11 / 24 / 60) });
  expect(reasonOf(await look())).toBe("メールの送信が滞っています");
  const refused = { ...mail, created_at: t.clock.daysAgo(0), attempts: 2, last_error: "ECONNREFUSED" };
  await insertRows(t.db, "mail_outbox", [refused, refused, refused, refused, refused]);
  const [problem] = (await look()).findings.flatMap((part) => part.problem ?? []);
  expect(problem).toEqual({
    text: "送信できていないメールが5件あります",
    todo: "理由を確認し、「再送信」か「破棄」を押してください。",
    to: "/admin/mails",
  });
  await insertRow(t.db, "job_runs", { job: "tidy", started_at: t.clock.daysAgo(0.2) });
  expect(reasonOf(await look())).toMatch(/^止まっている自動処理が1件あります/);
});

test("a late backup, and a test of backups that failed", async () => {
  await insertRow(t.db, "job_runs", { job: "restore-test", started_at: t.clock.daysAgo(1) });
  expect(reasonOf(await look())).toBe("バックアップの復元テストが成功していません");
  await t.db.query({ text: "delete from job_runs" });
  const [problem] = (await look()).findings.flatMap((part) => part.problem ?? []);
  expect(problem?.text).toBe("バックアップの記録がありません");
  expect(problem?.to).toBe("/admin/dashboard#backup");
});

test("a certificate that ends soon, and one that browsers refuse", async () => {
  const authority = createAuthority();
  const { publicUrl } = t.deps.site;
  onTestFinished(() => void Object.assign(t.deps.site, { publicUrl }));
  const serve = async (days: number) => {
    const server = createServer(authority.issue("localhost", days));
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    Object.assign(t.deps.site, { publicUrl: `https://localhost:${(server.address() as AddressInfo).port}` });
  };
  await serve(90);
  expect(reasonOf(await look())).toBe("サイトの証明書が正しくないため、ブラウザーが表示を拒否します");
  onTestFinished(trust(authority));
  expect(reasonOf(await look())).toBeNull();
  await serve(20);
  const state = await look();
  expect(reasonOf(state)).toBe("サイトの証明書の期限が近づいています");
  expect(detailsOf(state, "証明書")).toEqual([expect.stringMatching(/^期限は.*（あと(19|20)日）$/)]);
});

test("a part that cannot be looked at is unknown, and the others stay", async () => {
  const app = await createApp({ ...t.deps, dataDir: join(t.dataDir, "missing") });
  onTestFinished(() => app.close());
  const state = await look(app);
  expect([reasonOf(state), detailsOf(state, "ディスク")]).toEqual([null, ["確認できませんでした"]]);
});

test("has the limits of the alarms", async () => {
  const rules = await alarmRules();
  const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr;
  expect(exprOf("Errors")).toMatch(new RegExp(` > ${SHARE_MAX}$`));
  expect(exprOf("Slow")).toMatch(new RegExp(`^histogram_quantile\\(${1 - SHARE_MAX},.* > ${SLOW / 1000}$`));
  expect(exprOf("Emails")).toMatch(new RegExp(` > ${MAIL_AGE_MAX}$`));
});
