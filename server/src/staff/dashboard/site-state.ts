import type { StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import type { SiteFinding } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { MINUTE as TIME, shownNeeds } from "@manabiya/contract/staff/dashboard/need-texts.ts";
import type { FastifyBaseLogger } from "fastify";
import { float } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { NEVER } from "../../mail/backoff.ts";
import { readWaitingMails } from "../../mail/waiting.ts";
import { readCertificate } from "../../observability/certificate.ts";
import { freeSpace } from "../../observability/free-space.ts";
import { listCounts } from "../../observability/request-counts.ts";
import type { StaffContext } from "../context.ts";
import { type Counts, findingOf, judgeRequests, LOOKED_AT, SLOW, TELL } from "./site-requests.ts";
import { TASKS } from "./tasks.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Milliseconds for the connection to the own address. */
const PATIENCE = 3_000;
/** Seconds, as the alarm Emails (monitoring/alarms.yaml). */
export const MAIL_AGE_MAX = 600;

const UNKNOWN = findingOf(["確認できませんでした"]);

const time = (at: string | number) => TIME.format(new Date(at));

/** Seconds. Other roles' statements are seen by a superuser of PostgreSQL alone. Values: none. */
const readLongest = statement("state.longest", { seconds: float })`
  select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 as seconds from pg_stat_activity
   where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`;

interface Deps extends Pick<StaffContext, "db" | "site" | "dataDir"> {
  at: number;
  reader: StaffRights;
  log: Pick<FastifyBaseLogger, "warn">;
}

/** Looks at what `manage check`, the alarms and the morning page look at, as far as it makes the site slow or fail. */
export async function lookAtSite({ db, site, dataDir, at, reader, log }: Deps): Promise<SiteFinding[]> {
  /** A part that cannot be looked at does not hide the others. */
  const part = async (name: string, look: () => Promise<Omit<SiteFinding, "name">>): Promise<SiteFinding> => {
    try {
      return { name, ...(await look()) };
    } catch (err) {
      log.warn({ err, part: name }, "a part of the site's state could not be read");
      return { name, ...UNKNOWN };
    }
  };
  /** By the rule by which the owner is told at once. */
  const task = async (kind: string, calm: (since: string | null) => string[]) => {
    const known = TASKS.find((each) => each.kind === kind);
    const [{ count, at: since = null } = { count: 0 }] = (await known?.read(db, at, site, reader)) ?? [];
    const [need] = shownNeeds([{ kind, count, at: since }]);
    if (!need || count < Number(known?.atOnce)) return findingOf(calm(since));
    // A place on the dashboard begins with "#".
    const to = need.to.startsWith("#") ? `/admin/dashboard${need.to}` : need.to;
    return { details: [], problem: { text: need.text, todo: need.todo ?? TELL, to } };
  };
  const iso = (ms: number) => new Date(ms).toISOString();
  const began = performance.now();
  const counts = await listCounts(db, [iso(at - LOOKED_AT), iso(at - DAY - LOOKED_AT), iso(at - DAY)]).catch(
    (err: unknown) => log.warn({ err }, "the counts of requests could not be read"),
  );
  const milliseconds = Math.round(performance.now() - began);
  return Promise.all([
    part("データベース", async () => {
      const seconds = (await readLongest(db, []))[0]?.seconds ?? 0;
      const isSlow = !counts || milliseconds > SLOW;
      const details = [`応答 ${milliseconds}ミリ秒`, `最も長く続いている処理 ${seconds.toFixed(1)}秒`];
      return findingOf(details, isSlow && "データベースの応答が遅くなっています");
    }),
    part("ディスク", async () => {
      const { free, total, isEnough } = await freeSpace(dataDir);
      const space = `空き ${free.toFixed(1)}GB（全体 ${total.toFixed(1)}GB）`;
      return findingOf([space], !isEnough && "ディスクの空きが少なくなっています");
    }),
    part("アクセス", async () => (counts ? judgeRequests(counts, at) : UNKNOWN)),
    part("自動処理", () => task("standing_jobs", () => ["止まっているものはありません"])),
    part("メール", async () => {
      const [{ mails, age } = { mails: 0, age: 0 }] = await readWaitingMails(db, [iso(at), NEVER]);
      const since = mails > 0 ? `（最も古いものは${Math.ceil(age / 60)}分前から）` : "";
      const waiting = findingOf([`送信待ち ${mails}件${since}`], age > MAIL_AGE_MAX && "メールの送信が滞っています");
      const { problem } = await task("failed_mails", () => []);
      return { ...waiting, problem: problem ?? waiting.problem };
    }),
    part("証明書", async () => {
      const found = await readCertificate(site.publicUrl, PATIENCE);
      if (found === null) return findingOf(["使用していません"]);
      const { end, days, problem, isRight } = found;
      const details = [`期限は${time(end)}（あと${days}日）`];
      if (problem)
        return findingOf([...details, problem], "サイトの証明書が正しくないため、ブラウザーが表示を拒否します");
      return findingOf(details, !isRight && "サイトの証明書の期限が近づいています");
    }),
    part("バックアップ", () => task("late_backup", (last) => (last === null ? [] : [`最後は${time(last)}`]))),
    part("復元テスト", () =>
      task("unproven_backup", (last) => [last === null ? "設定されていません" : `${time(last)}の分まで確認済み`]),
    ),
    part("サーバー", async () => {
      // Those that wrote their counts a moment ago.
      const running = (counts ?? []).filter(({ seen_at }) => Date.parse(seen_at) > at - MINUTE);
      const lines = Map.groupBy(running, ({ release, started_at }) => `版 ${release}、${time(started_at)}から`);
      const sizeOf = (rows: Counts) => new Set(rows.map((row) => row.process)).size;
      return findingOf([...lines].map(([line, rows]) => `${line}（${sizeOf(rows)}プロセス）`));
    }),
  ]);
}
