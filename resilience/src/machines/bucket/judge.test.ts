import { expect, test } from "vitest";
import { type BucketDrill, judgeDirect, judgeTroubles, judgeWorks } from "./judge.ts";

const answer = {
  status: 503,
  type: "storage_unavailable",
  sentence: "もう一度お試しください。",
  retryAfter: "5",
  seconds: 1,
};
const load = { perSecond: 300, cpu: 0.6, megabytes: 100 };
const refusal = (worse: Partial<typeof answer>) => ({
  refusals: [{ what: "away", answer: { ...answer, ...worse }, expected: "503 storage_unavailable" }],
});
const others = { trouble: "slow", calls: 900, failed: [], p99: 60, before: 40, growth: 30 };

const judgeBucket = (seen: BucketDrill) => [...judgeWorks(seen), ...judgeTroubles(seen), ...judgeDirect(seen)];

const HEALTHY: BucketDrill = {
  uploads: [{ megabytes: 200, seconds: 12, isSame: true }],
  isPlantedFound: true,
  differences: [],
  listed: 254,
  ...refusal({}),
  lost: [],
  recoveries: [{ trouble: "away", seconds: 1 }],
  others: [others],
  clock: { failed: [], isLogged: true, metric: 2_400 },
  restored: { files: 9, differing: [] },
  direct: {
    leaked: [],
    played: 2.1,
    sought: 25.6,
    bytesOfBucket: 135_000,
    requestsOfApplication: 0,
    consoleErrors: [],
  },
  load: { players: 50, idle: load, carried: { ...load, perSecond: 150 }, direct: load },
};

const PROBLEMS: Record<string, Partial<BucketDrill>> = {
  "a slow upload": { uploads: [{ megabytes: 200, seconds: 61, isSame: true }] },
  "other bytes": { uploads: [{ megabytes: 200, seconds: 12, isSame: false }] },
  "a planted half film that is not found": { isPlantedFound: false },
  "a wrong range": { differences: ["bytes=0-9: 200"] },
  "a short listing": { listed: 250 },
  "another status": refusal({ status: 500 }),
  "another type": refusal({ type: "server_error" }),
  "an English sentence": refusal({ sentence: "try again" }),
  "no Retry-After": refusal({ retryAfter: "" }),
  "a late refusal": refusal({ seconds: 11 }),
  "a lost film": { lost: ["film.webm"] },
  "a late recovery": { recoveries: [{ trouble: "away", seconds: 11 }] },
  "a failed call": { others: [{ ...others, failed: ["503"] }] },
  "slower calls than before": { others: [{ ...others, p99: 801, before: 400 }] },
  "slow calls": { others: [{ ...others, p99: 501 }] },
  "a growing process": { others: [{ ...others, growth: 151 }] },
  "no call at all": { others: [{ ...others, calls: 0 }] },
  "a wrong clock that stops uploads": { clock: { ...HEALTHY.clock, failed: ["a part"] } },
  "a wrong clock that nobody is told of": { clock: { ...HEALTHY.clock, isLogged: false } },
  "a clock without a metric": { clock: { ...HEALTHY.clock, metric: 0 } },
  "a file that was not restored": { restored: { files: 9, differing: ["film.webm"] } },
  "a leaked address": { direct: { ...HEALTHY.direct, leaked: ["/api/home/"] } },
  "a film that does not play": { direct: { ...HEALTHY.direct, played: 0 } },
  "a film that cannot be sought": { direct: { ...HEALTHY.direct, sought: 3 } },
  "a film that the application carries": { direct: { ...HEALTHY.direct, requestsOfApplication: 1 } },
  "a refused address": { direct: { ...HEALTHY.direct, consoleErrors: ["403"] } },
  "an address that brings nothing": { load: { ...HEALTHY.load, direct: HEALTHY.load.carried } },
};

test("a bucket that does everything passes", () => {
  expect(judgeBucket(HEALTHY).filter(({ holds }) => !holds)).toEqual([]);
});

test.each(Object.keys(PROBLEMS))("%s fails the drill", (name) => {
  const failed = judgeBucket({ ...HEALTHY, ...PROBLEMS[name] }).filter(({ holds }) => !holds);
  expect(failed).toHaveLength(1);
});
