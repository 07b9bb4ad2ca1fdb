import { expect, test } from "vitest";
import { FailureCollector } from "./failure-collector.ts";

test("what fails keeps nothing else from being done, and is told at the end", async () => {
  const pass = new FailureCollector();
  const done: number[] = [];
  const first = new Error("the second cannot be done");
  for (const item of [1, 2, 3]) {
    await pass.try(async () => {
      if (item === 2) throw first;
      done.push(item);
    });
  }
  expect(done).toEqual([1, 3]);
  expect(() => pass.end()).toThrow(expect.objectContaining({ cause: first }));
});

test("told to end, it begins nothing more, and does not pass for done", async () => {
  const stopping = new AbortController();
  const pass = new FailureCollector(stopping.signal);
  const done: number[] = [];
  for (const item of [1, 2, 3]) {
    await pass.try(async () => {
      done.push(item);
      if (item === 2) stopping.abort();
    });
  }
  expect(done).toEqual([1, 2]);
  expect(() => pass.end()).toThrow(expect.objectContaining({ name: "AbortError" }));
});
