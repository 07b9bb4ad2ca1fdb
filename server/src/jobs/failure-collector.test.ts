import { expect, test } from "vitest";
import { FailureCollector } from "./failure-collector.ts";

test("runs the other items after a failure, and throws it at the end", async () => {
  const failures = new FailureCollector();
  const done: number[] = [];
  const first = new Error("the second cannot be done");
  for (const item of [1, 2, 3]) {
    await failures.try(async () => {
      if (item === 2) throw first;
      done.push(item);
    });
  }
  expect(done).toEqual([1, 3]);
  expect(() => failures.end()).toThrow(expect.objectContaining({ cause: first }));
});

test("skips further items after an abort, and throws an AbortError at the end", async () => {
  const stopping = new AbortController();
  const failures = new FailureCollector(stopping.signal);
  const done: number[] = [];
  for (const item of [1, 2, 3]) {
    await failures.try(async () => {
      done.push(item);
      if (item === 2) stopping.abort();
    });
  }
  expect(done).toEqual([1, 2]);
  expect(() => failures.end()).toThrow(expect.objectContaining({ name: "AbortError" }));
});
