import { addDays, japanDay, startOfJapanDay } from "@manabiya/contract/rules/japan-day.ts";
import { beforeEach, expect, test } from "vitest";
import { useTestApp } from "../../test/testing/test-app.ts";
import { ActivityCounter } from "../events/activity-counter.ts";
import { closeDays } from "./close-days.ts";
import { listTerms } from "./search-figures.ts";
import { spellingOf } from "../events/search-term.ts";
import { flushActivity } from "./flush-activity.ts";

const t = useTestApp();

const read = async (text: string) => (await t.db.query<Record<string, unknown>>({ text })).rows;
const closedDays = async () =>
  (await read("select day::text as day from daily_members order by day")).map(({ day }) => day);
const today = () => japanDay(t.clock.now());
const sign = (days: number) =>
  t.db.query({
    text: "insert into membership_changes (at, kind, cohort) values ($1, 'signup', '2026-11-01')",
    values: [t.clock.daysAgo(days)],
  });

const TABLES = [
  ...["membership_changes", "daily_members", "daily_sources", "daily_cohorts"],
  ...["daily_searches", "daily_search_terms", "pending_searches"],
];

beforeEach(async () => {
  for (const table of TABLES) await t.db.query({ text: `delete from ${table}` });
});

test("closes no day before ten minutes after its end", async () => {
  const midnight = startOfJapanDay(addDays(today(), 1));
  await sign(0);
  await closeDays(t.db, midnight + 9 * 60_000);
  expect(await closedDays()).toEqual([]);
  await closeDays(t.db, midnight + 10 * 60_000);
  expect(await closedDays()).toEqual([today()]);
});

test("catches up the days of a downtime, each once, in several processes", async () => {
  for (const days of [5, 5, 3]) await sign(days);
  await Promise.all([1, 2, 3, 4].map(() => closeDays(t.db, t.clock.now())));
  expect(await read("select day::text as day, signups from daily_members order by day")).toEqual(
    [2, 0, 1, 0, 0].map((signups, index) => ({ day: addDays(today(), index - 5), signups })),
  );
});

test("counts what arrives after a day was closed on the first open day", async () => {
  await sign(1);
  const activity = new ActivityCounter();
  const yesterday = t.clock.now() - 86_400_000;
  activity.search(yesterday, { term: null, spelling: "", mark: 1, hasResult: true });
  await closeDays(t.db, t.clock.now());
  await flushActivity(t.db, activity);
  expect(await read("select day::text as day, searches from daily_searches")).toEqual([{ day: today(), searches: 1 }]);
});

test("deletes a keyword of too few members after 30 days", async () => {
  await sign(1);
  const activity = new ActivityCounter();
  for (const mark of [1, 1, 2])
    activity.search(t.clock.now(), { term: "少ない", spelling: "少ない", mark, hasResult: false });
  await flushActivity(t.db, activity);
  const after = (days: number) => closeDays(t.db, t.clock.now() + days * 86_400_000);
  await after(29);
  expect(await read("select from pending_searches")).toHaveLength(2);
  await after(32);
  expect(await read("select from pending_searches")).toEqual([]);
  expect(await read("select from daily_search_terms")).toEqual([]);
});

test("a third member makes a keyword known, with the searches before", async () => {
  await sign(1);
  const activity = new ActivityCounter();
  for (const mark of [1, 1, 2])
    activity.search(t.clock.now(), { term: "増える", spelling: "増える", mark, hasResult: false });
  await flushActivity(t.db, activity);
  const later = t.clock.now() + 10 * 86_400_000;
  activity.search(later, { term: "増える", spelling: "増える", mark: 63, hasResult: true });
  await closeDays(t.db, later);
  await flushActivity(t.db, activity);
  await closeDays(t.db, later + 86_400_000);
  expect(await read("select day::text as day, term, searches, without_result from daily_search_terms")).toEqual([
    { day: japanDay(later), term: "増える", searches: 4, without_result: 3 },
  ]);
  expect(await read("select from pending_searches")).toEqual([]);
});

test.each([
  ["めーる", ["メール", "ﾒｰﾙ", "メール", "めーる"], "メール"],
  ["せーるすれた", ["ｾｰﾙｽﾚﾀｰ", "セールスレター", "セールスレター"], "セールスレター"],
  ["web", ["Web", "ＷＥＢ", "Web"], "Web"],
])("shows the keyword %s as most members typed it, before and after the day is closed", async (term, typed, shown) => {
  await sign(1);
  const activity = new ActivityCounter();
  typed.forEach((query, mark) =>
    activity.search(t.clock.now(), { term, spelling: spellingOf(query), mark, hasResult: false }),
  );
  await flushActivity(t.db, activity);
  const terms = async (day: string) => (await listTerms(t.db, [day, day, day, 9])).map((row) => row.term);
  expect(await terms(today())).toEqual([shown]);
  await closeDays(t.db, t.clock.now() + 86_400_000);
  expect(await terms(today())).toEqual([shown]);
});

test("counts no more keywords a day than the table may hold, and all searches", async () => {
  await sign(1);
  const activity = new ActivityCounter();
  for (let flush = 0; flush < 11; flush++) {
    for (let each = 0; each < 2_100; each++) {
      activity.search(t.clock.now(), { term: `語${flush}-${each}`, spelling: "語", mark: 1, hasResult: false });
    }
    await flushActivity(t.db, activity);
  }
  const [row] = await read(
    "select count(*)::int as terms, (select searches from daily_searches) as searches from pending_searches",
  );
  expect(row).toEqual({ terms: 20_000, searches: 23_100 });
});
