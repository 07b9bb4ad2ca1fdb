import { contract } from "@manabiya/contract";
import { LEGAL_PAGES, TO_FILL_IN } from "@manabiya/contract/legal/forms.ts";
import { addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { expect, test } from "vitest";
import { selectRows } from "../../test/testing/select-rows.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { closeDays } from "../figures/close-days.ts";
import { seedDemo } from "./seed.ts";

const t = useTestApp();

async function ask<T>(email: string, url: string): Promise<T> {
  const { rows } = await t.db.query<{ id: number }>({ text: "select id from users where email = $1", values: [email] });
  return (await t.app.inject({ url, headers: await t.as(rows[0]?.id ?? 0) })).json<T>();
}

interface Course {
  videos: { is_finished: boolean }[];
}

test("a visitor of the demo sees a living service, also in the hours in which Japan has another day than UTC", async () => {
  t.clock.ms = Date.parse("2026-11-21T16:00:00.000Z");
  await seedDemo(t.db, t.deps.storage, t.clock.now());
  const day = japanDay(t.clock.now());

  const dashboard = await ask<{ yesterday: { figures: { kind: string; count: number; before: number }[] } }>(
    "superuser@example.com",
    contract.dashboard.get.url,
  );
  const yesterday = new Map(dashboard.yesterday.figures.map(({ kind, count, before }) => [kind, [count, before]]));
  expect(yesterday.get("signups")?.[0]).toBeGreaterThan(0);
  expect(Math.min(...(yesterday.get("views") ?? []))).toBeGreaterThan(0);

  const month = day.slice(0, 8);
  const lastMonth = `from=${addDays(`${month}01`, -1).slice(0, 8)}01&to=${addDays(`${month}01`, -1)}`;
  for (const range of [lastMonth, `days=1&to=${addDays(day, -1)}`]) {
    const videos = await ask<{ results: { views: number; watch_seconds: number }[] }>(
      "superuser@example.com",
      `${contract.figures.videos.url}?${range}`,
    );
    const [first] = videos.results;
    expect(first?.views, range).toBeGreaterThan(0);
    expect(first?.watch_seconds, range).toBeGreaterThan(0);
  }
  // Closing the days counts no view twice.
  const before = await ask("superuser@example.com", `${contract.figures.videos.url}?${lastMonth}`);
  await closeDays(t.db, t.clock.now());
  expect(await ask("superuser@example.com", `${contract.figures.videos.url}?${lastMonth}`)).toEqual(before);

  const { days, total_seconds } = await ask<{ days: object[]; total_seconds: number }>(
    "member@example.com",
    contract.today.days.url,
  );
  expect(days.length).toBeGreaterThan(10);
  expect(total_seconds).toBeGreaterThan(3_600);
  const playlists: { id: number }[] = await selectRows(t.db, "playlists");
  const courses = await Promise.all(
    playlists.map(({ id }) => ask<Course>("member@example.com", contract.playlists.get.url.replace(":id", `${id}`))),
  );
  const finished = courses.map(({ videos }) => videos.filter(({ is_finished }) => is_finished).length / videos.length);
  expect(finished.filter((share) => share === 1)).toHaveLength(1);
  expect(finished.filter((share) => share > 0.4 && share < 1).length).toBeGreaterThan(0);

  const documents: { document: string }[] = await selectRows(t.db, "site_documents");
  expect(documents.map(({ document }) => document)).toEqual(LEGAL_PAGES.map((page) => `legal-${page}`).toSorted());
  expect(JSON.stringify(documents)).not.toContain(TO_FILL_IN);
  const lessons = await t.app.inject({ url: contract.openLessons.list.url });
  expect(lessons.json<object[]>()).toHaveLength(1);
});
