import { expect, test } from "vitest";
import { parseClock } from "./clock-time.ts";

test.each([
  ["0:00", 0],
  ["1:30", 90],
  ["15:45", 945],
  [" 01:05 ", 65],
  ["1:02:03", 3723],
  ["１：３０", 90],
  ["99:59", 5999],
])("%s is a time", (text, seconds) => {
  expect(parseClock(text)).toBe(seconds);
});

test.each(["", "90", "1:60", "1:2", "1:75:00", "-1:30", "1:30:00:00", "=1:30", "一分"])("%s is no time", (text) => {
  expect(parseClock(text)).toBeNull();
});
