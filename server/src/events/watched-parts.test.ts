import { expect, test } from "vitest";
import { watchedParts } from "./watched-parts.ts";

const NOW = Date.parse("2026-11-21T03:00:00.000Z");
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();
const total = (watched: number[] | null) => watched?.reduce((sum, seconds) => sum + seconds, 0) ?? null;

test.each([
  ["ten seconds of playing", { position: 30, at: ago(10) }, 40, 10],
  ["the first report from the beginning", { position: null, at: ago(10) }, 10, 10],
  ["playing at double speed", { position: 30, at: ago(10) }, 50, 20],
  ["a jump forward", { position: 30, at: ago(10) }, 300, null],
  ["a jump back", { position: 300, at: ago(10) }, 30, null],
  ["a first report from the middle", { position: null, at: ago(10) }, 300, null],
  ["a report of a video that was never opened", { position: null, at: null }, 10, null],
  ["a jump after a long pause", { position: 30, at: ago(3_600) }, 300, null],
])("%s counts what was played", (_name, before, position, seconds) => {
  expect(total(watchedParts(before, { position, duration: 600 }, NOW))).toBe(seconds);
});

test("counts each second in its twentieth, and the last second in the last", () => {
  const watched = watchedParts({ position: 93, at: ago(10) }, { position: 100, duration: 100 }, NOW);
  expect(watched?.slice(-2)).toEqual([2, 5]);
});

test.each([
  // At most sixty seconds between two reports.
  [59, 59, 59],
  [60, 60, 60],
  [61, 61, null],
  // At most double speed, and five seconds more.
  [10, 25, 25],
  [10, 26, null],
  [0, 5, 5],
  [0, 6, null],
  [10, 1, 1],
  [10, 0, null],
  [10, -1, null],
])("after %i seconds of a clock, %i seconds of film count as %j", (elapsed, played, seconds) => {
  const before = { position: 100, at: ago(elapsed) };
  expect(total(watchedParts(before, { position: 100 + played, duration: 600 }, NOW))).toBe(seconds);
});

test.each([
  [0, null],
  [-1, null],
  [1, 10],
])("a film of %i seconds: %j", (duration, seconds) => {
  expect(total(watchedParts({ position: 0, at: ago(10) }, { position: 10, duration }, NOW))).toBe(seconds);
});
