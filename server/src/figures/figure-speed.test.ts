import { contract } from "@manabiya/contract";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import pg from "pg";
import { expect, test } from "vitest";
import { createUser } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

/** `npm run prove -- figures` sets a year, and the 2,500 videos a day that 10,000 members watch among 10,000. */
const DAYS = Number(process.env["PROVE_FIGURE_DAYS"] ?? 30);
const VIDEOS_PER_DAY = Number(process.env["PROVE_FIGURE_VIDEOS"] ?? 100);
/** Milliseconds at the 95th percentile; the drill sets 300. A busy machine does not fail the suite. */
const LIMIT = Number(process.env["PROVE_FIGURE_LIMIT"] ?? 2_000);
/** Requests of each kind. */
const TIMES = Number(process.env["PROVE_FIGURE_TIMES"] ?? 8);
/** A video that is watched on the last day. */
const VIDEO = 1 + (7919 + 31);

const t = useTestApp();

/** Rows by day and number. The last day is yesterday; $1: today. */
const FILL = [
  `insert into daily_members select $1::date - n, 30, 20, 9, 10, 8, 10000, 14000000 from generate_series(1, ${DAYS}) as n`,
  `insert into daily_sources select $1::date - n, 'source-' || s, 2, 1, 1
     from generate_series(1, ${DAYS}) as n, generate_series(1, 15) as s`,
  `insert into daily_cohorts select $1::date - n, date_trunc('month', $1::date - m * 30)::date, 2, 1, 1
     from generate_series(1, ${DAYS}) as n, generate_series(1, 36) as m on conflict do nothing`,
  `insert into daily_video_figures
   select $1::date - n, 1 + (v * 7919 + n * 31) % 10000, 3, 600, 1, 0, array_fill(30, array[20])
     from generate_series(1, ${DAYS}) as n, generate_series(1, ${VIDEOS_PER_DAY}) as v`,
  `insert into monthly_video_figures
   select date_trunc('month', day)::date, video_id, sum(views), sum(seconds), 1, 0 from daily_video_figures
    where day < date_trunc('month', $1::date) group by 1, 2`,
  `insert into daily_searches select $1::date - n, 900, 90 from generate_series(1, ${DAYS}) as n`,
  `insert into daily_search_terms select $1::date - n, 'term-' || s, 3, 1
     from generate_series(1, ${DAYS}) as n, generate_series(1, 200) as s`,
  `insert into pending_searches select $1::date - n % 30, 'rare-' || n, n % 64, 1, 0 from generate_series(1, 20000) as n`,
  `insert into membership_changes (user_id, at, kind, cohort)
   select null, $1::date::timestamp at time zone 'Asia/Tokyo' - n * interval '20 minutes', 'signup', $1::date
     from generate_series(1, ${DAYS * 72}) as n`,
];

test(`figures of ${DAYS} days answer within ${LIMIT} ms`, async () => {
  const today = japanDay(t.clock.now());
  await t.db.transaction(async (tx) => {
    await tx.allowTime(600_000);
    for (const text of FILL) await tx.query({ text: `with given as (select $1::date) ${text}`, values: [today] });
  });
  // Without the timeout of the application's connections.
  const client = new pg.Client(t.connection);
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
  const { id } = await createUser(t.db, t.clock, { is_staff: true, is_superuser: true });
  const { members, videos, video, searches, videosCsv } = contract.figures;
  const measured: Record<string, number> = {};
  const fastest: Record<string, number> = {};
  for (const [name, { url }] of Object.entries({ members, videos, video, searches, videosCsv })) {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const headers = await t.as(id);
      const start = performance.now();
      const answer = await t.app.inject({
        url: `${url.replace(":id", String(VIDEO))}?days=${Math.min(DAYS, 365)}`,
        headers,
      });
      times.push(performance.now() - start);
      expect(answer.statusCode).toBe(200);
    }
    fastest[name] = Math.round(Math.min(...times));
    measured[name] = Math.round(times.toSorted((a, b) => a - b)[Math.ceil(TIMES * 0.95) - 1] ?? 0);
  }
  console.log("milliseconds at the 95th percentile", measured, "fastest", fastest);
  expect(Math.max(...Object.values(measured)), JSON.stringify(measured)).toBeLessThanOrEqual(LIMIT);
}, 600_000);
