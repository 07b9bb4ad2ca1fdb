import { pino } from "pino";
import { expect, test } from "vitest";
import { watchBucketClock } from "./watch-bucket-clock.ts";

test("a bucket's clock that differs by more than a minute is one line in the log, and one when it agrees again", () => {
  const lines: object[] = [];
  let offset = 0;
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as object) });
  const compare = watchBucketClock({ clockOffset: () => offset }, logger);
  expect([compare(), lines]).toEqual([0, []]);
  offset = 2_400_400;
  expect([compare(), compare()]).toEqual([2_400, 2_400]);
  expect(lines).toEqual([
    expect.objectContaining({ cause: { seconds: 2_400 }, msg: "the clock of this machine differs from the bucket's" }),
  ]);
  offset = -59_000;
  expect(compare()).toBe(0);
  expect(lines).toHaveLength(2);
});

test("a folder has no clock of its own", () => {
  expect(watchBucketClock({}, pino({ level: "silent" }))()).toBe(0);
});
