import { expect, test, vi } from "vitest";
import { Quiet, stolenShare, timesOf } from "./quiet.ts";

const STAT = `cpu  100 20 30 4000 50 6 7 80 9 10
cpu0 50 10 15 2000 25 3 3 40 4 5
intr 12345
`;

test("reads Linux's counters without counting guest time twice", () => {
  expect(timesOf(STAT)).toEqual({ all: 4293, stolen: 80 });
  expect(timesOf("")).toEqual({ all: 0, stolen: 0 });
});

test("reports the stolen time as a share of all time", () => {
  expect(stolenShare({ all: 100, stolen: 10 }, { all: 200, stolen: 20 })).toBe(0.1);
  expect(stolenShare({ all: 100, stolen: 10 }, { all: 100, stolen: 10 })).toBe(0);
});

/** A machine with the given stolen percentages, one entry for each measurement. */
function machine(stolen: number[]) {
  const times = { all: 0, stolen: 0 };
  const taken: number[] = [];
  const work = () => {
    const share = stolen[taken.length] ?? expect.fail();
    times.all += 100;
    times.stolen += share;
    return Promise.resolve(taken.push(share));
  };
  const rest = vi.fn(() => Promise.resolve());
  return { work, rest, readTimes: () => ({ ...times }) };
}

test("repeats only disturbed measurements, after a rest", async () => {
  const { work, ...deps } = machine([0, 8, 40, 9, 1]);
  const quiet = new Quiet(600, deps);
  expect([await quiet.measure(work), await quiet.measure(work)]).toEqual([1, 2]);
  expect(deps.rest).not.toHaveBeenCalled();
  expect(await quiet.measure(work)).toBe(5);
  expect(deps.rest).toHaveBeenCalledTimes(2);
  expect(quiet.found).toEqual({ repeats: 2, mostStolen: 0.08 });
});

test("counts and reports every measurement once patience is used up", async () => {
  const { work, ...deps } = machine([30, 30, 50]);
  const quiet = new Quiet(20, deps);
  expect([await quiet.measure(work), await quiet.measure(work)]).toEqual([2, 3]);
  expect(quiet.found).toEqual({ repeats: 1, mostStolen: 0.5 });
});
