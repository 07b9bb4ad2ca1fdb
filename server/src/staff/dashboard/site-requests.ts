import type { SiteFinding } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { BOUNDS, type CallCounts, type listCounts } from "../../observability/request-counts.ts";

const MINUTE = 60_000;
/** Milliseconds that are looked at. */
export const LOOKED_AT = 15 * MINUTE;
/** Of all answers, as the alarms Errors and Slow (monitoring/alarms.yaml). A small site has only some in a quarter of an hour. */
export const SHARE_MAX = 0.01;
const COUNT_MIN = 5;
/** Milliseconds. One of BOUNDS. */
export const SLOW = 500;
/** Times the requests of the day before. */
const SURGE = 3;
/** Calls that are named. */
const SHOWN = 3;

/** An owner without a terminal can do no more about the machine. */
export const TELL = "サーバーを管理している方に、この画面の内容を伝えてください。";

export type Counts = Awaited<ReturnType<typeof listCounts>>;

/** @param text of the problem; false: there is none */
export function findingOf(details: string[], text: string | false = false, todo = TELL): Omit<SiteFinding, "name"> {
  return { details, problem: text ? { text, todo, to: null } : null };
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
const add = (one: CallCounts, other: CallCounts): CallCounts => ({
  failed: one.failed + other.failed,
  within: other.within.map((count, index) => count + (one.within[index] ?? 0)),
});
const sumOf = (calls: CallCounts[]) => calls.reduce(add, { failed: 0, within: [] });
const slowOf = ({ within }: CallCounts) => sum(within.slice(BOUNDS.indexOf(SLOW) + 1));

/** Judges the answers of the last minutes, beside those of the same minutes of the day before. */
export function judgeRequests(counts: Counts, now: number): Omit<SiteFinding, "name"> {
  const isOfToday = ({ at }: Counts[number]) => Date.parse(at) > now - LOOKED_AT;
  const today = counts.filter(isOfToday);
  const calls = Map.groupBy(
    today.flatMap((row) => Object.entries(row.calls)),
    ([name]) => name,
  );
  const sums = [...calls].map(([name, each]) => ({ name, ...sumOf(each.map(([, call]) => call)) }));
  const total = sumOf(sums);
  const before = sumOf(counts.filter((row) => !isOfToday(row)).flatMap((row) => Object.values(row.calls)));
  // The running period counts to now. The day before has whole periods.
  const minutes = Math.max((now - Date.parse(today[0]?.at ?? "")) / MINUTE || 1, 1);
  const isTooMany = (count: number) => count >= COUNT_MIN && count / sum(total.within) > SHARE_MAX;
  const isSlow = isTooMany(slowOf(total));
  const times = Math.floor(sum(total.within) / minutes / (sum(before.within) / (LOOKED_AT / MINUTE)));
  // Failures first: members see them all.
  const troubled = sums
    .filter((each) => each.failed + slowOf(each) > 0)
    .toSorted((one, other) => other.failed - one.failed || slowOf(other) - slowOf(one));
  const details = [
    `この15分：${figuresOf(total, minutes)}`,
    sum(before.within) === 0
      ? "前日の同じ時間の記録はありません"
      : `前日の同じ時間：${figuresOf(before, LOOKED_AT / MINUTE)}`,
    ...troubled
      .slice(0, SHOWN)
      .map(
        (each) => `${each.name}：${shown(sum(each.within))}件のうち、失敗${each.failed}件、0.5秒超${slowOf(each)}件`,
      ),
  ];
  if (isTooMany(total.failed)) return findingOf(details, `一部のページや操作が失敗しています（${troubled[0]?.name}）`);
  if (isSlow && times >= SURGE && Number.isFinite(times)) {
    const todo = "しばらく待っても収まらない場合は、サーバーを管理している方に、性能の引き上げを相談してください。";
    return findingOf(details, `アクセスが前日の同じ時間の${times}倍あり、応答が遅くなっています`, todo);
  }
  return findingOf(details, isSlow && `応答に時間がかかっています（${troubled[0]?.name}）`);
}

const shown = (count: number) => count.toLocaleString("ja-JP", { maximumFractionDigits: count < 10 ? 1 : 0 });

function figuresOf(counts: CallCounts, minutes: number): string {
  const requests = sum(counts.within);
  if (requests === 0) return "0件";
  const share = ((counts.failed / requests) * 100).toFixed(1);
  const times = `半数は${boundOf(counts, 0.5)}、95%は${boundOf(counts, 0.95)}`;
  return `${shown(requests)}件（1分あたり${shown(requests / minutes)}件）、失敗${counts.failed}件（${share}%）、${times}`;
}

/** The bound within which this share of the answers was given. */
function boundOf({ within }: CallCounts, share: number): string {
  const index = within.findIndex((_, last) => sum(within.slice(0, last + 1)) >= sum(within) * share);
  return index < BOUNDS.length ? `${shown(BOUNDS[index] ?? 0)}ミリ秒以内` : `${shown(BOUNDS.at(-1) ?? 0)}ミリ秒超`;
}
