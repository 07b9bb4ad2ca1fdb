import { expect, test } from "vitest";
import { ActivityCounter } from "./activity-counter.ts";

const NOW = Date.parse("2026-11-21T03:00:00.000Z");

/** The watched seconds of all videos. */
const secondsOf = (activity: ActivityCounter) =>
  [...activity.take().values()]
    .flatMap(({ videos }) => [...videos.values()].flatMap(({ watched }) => watched))
    .reduce((sum, seconds) => sum + seconds, 0);

test("counts what a member plays at double speed, and no more from a thousand reports at once", () => {
  const activity = new ActivityCounter();
  for (let report = 0; report < 60; report++) activity.watch(NOW + report * 10_000, 1, 5, [20]);
  expect(secondsOf(activity)).toBe(1_200);
  const later = NOW + 3_600_000;
  for (let report = 0; report < 1_000; report++) activity.watch(later, 1, report, [60]);
  expect(secondsOf(activity)).toBeLessThanOrEqual(180);
  for (let report = 0; report < 1_000; report++) activity.watch(later, 1, report, [60]);
  expect(secondsOf(activity)).toBe(0);
  activity.watch(later, 2, 5, [60]);
  expect(secondsOf(activity)).toBe(60);
});
