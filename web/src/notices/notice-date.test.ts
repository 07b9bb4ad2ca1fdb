import { expect, test } from "vitest";
import { noticeDate } from "./notice-date.ts";

test.each([
  ["2026-11-03T08:00:00.000Z", "2026.11.03"],
  ["2026-11-03T15:00:00.000Z", "2026.11.04"],
  ["2027-01-09T00:00:00.000Z", "2027.01.09"],
  ["いつか", null],
])("%s is shown as %s", (instant, shown) => {
  expect(noticeDate(instant)).toBe(shown);
});
