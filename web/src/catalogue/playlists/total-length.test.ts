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

test("nothing is said about a playlist that is empty or has a video of unknown length", () => {
  expect(totalLength([])).toBeNull();
  expect(totalLength(videos(90, null))).toBeNull();
});
