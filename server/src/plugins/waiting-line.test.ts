import { expect, test } from "vitest";
import { WaitingLine } from "./waiting-line.ts";

test("the first who waits says how long the line is old, whoever leaves before", () => {
  const line = new WaitingLine();
  const first = line.enter(1_000);
  line.enter(1_004);
  const last = line.enter(1_050);
  expect([line.size, line.longest(1_100, 1_000)]).toEqual([3, 100]);
  line.leave(first);
  expect([line.size, line.longest(1_100, 1_000)]).toEqual([2, 100]);
  line.leave(first);
  expect([line.size, line.longest(1_100, 1_000)]).toEqual([1, 50]);
  line.leave(last);
  expect([line.size, line.longest(1_100, 1_000)]).toEqual([0, 0]);
});

test("who waited too long is forgotten, and is not counted again when they leave", () => {
  const line = new WaitingLine();
  const slow = line.enter(0);
  line.enter(900);
  expect([line.longest(1_000, 1_000), line.size]).toEqual([100, 1]);
  line.leave(slow);
  expect([line.longest(1_000, 1_000), line.size]).toEqual([100, 1]);
});
