import { expect, test } from "vitest";
import { judgePlanted, judgeRolling, type Rolled } from "./judge.ts";

const HEALTHY: Rolled = {
  requests: 5_000,
  failed: [],
  acknowledged: 2_000,
  lost: [],
  endedSessions: [],
  complaints: [],
};

const verdicts = (seen: Partial<Rolled>) => judgeRolling({ ...HEALTHY, ...seen }).map(({ holds }) => holds);

test("an upgrade without a failure holds", () => {
  expect(verdicts({})).not.toContain(false);
});

test.each<[string, Partial<Rolled>]>([
  ["too few requests", { requests: 100 }],
  ["a failed request", { failed: ["GET /api/home/: 502"] }],
  ["a lost write", { lost: ["video 3"] }],
  ["an ended session", { endedSessions: ["member 2: 401"] }],
  ["a bad exit", { complaints: ["3001"] }],
])("%s is found", (_what, seen) => {
  expect(verdicts(seen).filter((holds) => !holds)).toHaveLength(1);
});

test("a planted error that no figure shows fails the drill", () => {
  expect(judgePlanted("nothing", judgeRolling(HEALTHY)).holds).toBe(false);
  expect(judgePlanted("an error", judgeRolling({ ...HEALTHY, failed: ["502"] })).holds).toBe(true);
});
