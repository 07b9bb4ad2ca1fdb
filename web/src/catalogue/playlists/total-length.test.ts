import { expect, test } from "vitest";
import { totalLength } from "./total-length.ts";

function videos(...durations: (number | null)[]) {
  return durations.map((duration) => ({ video: { duration } }));
}

test.each([
  [[20], "約1分"],
  [[100, 100], "約3分"],
  [[1800, 1800], "約1時間"],
  [[3600, 330], "約1時間6分"],
])("videos of %j seconds take %s", (durations, shown) => {
  expect(totalLength(videos(...durations))).toBe(shown);
});

test("an empty playlist, or one with a video of unknown length, has no total length", () => {
  expect(totalLength([])).toBeNull();
  expect(totalLength(videos(90, null))).toBeNull();
});
