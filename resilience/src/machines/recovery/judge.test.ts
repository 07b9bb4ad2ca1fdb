import { expect, test } from "vitest";
import { judgePlanted, judgeRecovery, judgeRestoreTest, type Recovery, type RestoreTest } from "./judge.ts";

const RECOVERED: Recovery = {
  before: 400,
  after: 50,
  minutes: 0.5,
  lostWrites: [],
  leftovers: [],
  differingFiles: [],
  archiveErrors: [],
};
const PASSED: RestoreTest = { code: 0, output: "", hasFailed: false, provenAge: 20 };

const failed = (recovery: Recovery) => judgeRecovery(recovery).filter(({ holds }) => !holds).length;

test("a recovery in time with all and only the writes before the moment passes", () => {
  expect(failed(RECOVERED)).toBe(0);
});

test.each<Partial<Recovery>>([
  { before: 10 },
  { after: 0 },
  { minutes: 10.1 },
  { lostWrites: ["video 3"] },
  { leftovers: ["late@example.com"] },
  { differingFiles: ["film.webm"] },
  { archiveErrors: ["no stanza"] },
])("a recovery with %j fails", (changed) => {
  expect(failed({ ...RECOVERED, ...changed })).toBe(1);
});

test("a restore test passes only with its exit code, its record and a fresh backup", () => {
  const holds = (changed: Partial<RestoreTest>) =>
    judgeRestoreTest({ ...PASSED, ...changed }).every((one) => one.holds);
  expect(holds({})).toBe(true);
  expect([holds({ code: 1 }), holds({ hasFailed: true }), holds({ provenAge: 700 })]).toEqual([false, false, false]);
  expect(holds({ provenAge: Number.POSITIVE_INFINITY })).toBe(false);
});

test("a planted fault counts as found when the test fails, says so and records it", () => {
  const found = { ...PASSED, code: 1, output: "tags.copy.gz was changed", hasFailed: true };
  const holds = (changed: Partial<RestoreTest>) => judgePlanted("a row", /tags/, { ...found, ...changed }).holds;
  expect(holds({})).toBe(true);
  expect([holds({ code: 0 }), holds({ output: "no room" }), holds({ hasFailed: false })]).toEqual([
    false,
    false,
    false,
  ]);
});
