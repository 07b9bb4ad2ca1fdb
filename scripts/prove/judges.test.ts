import { describe, expect, test } from "vitest";
import { judgeBackup } from "./backup.ts";
import type { Finding } from "./finding.ts";
import { judgeGuesses } from "./guesses.ts";
import { judgeOverload } from "./overload.ts";
import { judgeRaces } from "./races.ts";
import { judgeRestarts } from "./restart.ts";
import { judgeSlow } from "./slow.ts";
import { judgeSoak } from "./soak.ts";
import { judgeTiming } from "./timing.ts";

const GOOD = { accepted: 900, acceptedP99: 400, settlingP99: 3_000, shed: 50, errors: 50 };

/** A prover's judgement, what it sees of a service that is well, and one fault at a time planted into that. */
interface Case<Seen> {
  judge(seen: Seen): Finding[];
  well: Seen;
  faults: Record<string, Partial<Seen>>;
}

const of = <Seen>(each: Case<Seen>) => each;
const spread = (from: number, to: number) =>
  Array.from({ length: 80 }, (_, n) => from + ((to - from) * n) / 79);
const growing = (perMinute: number) =>
  Array.from({ length: 60 }, (_, n) => ({ minute: n / 10, megabytes: 150 + (n % 5) + (perMinute * n) / 10 }));
const guessing = { how: "one place", made: 30, lookedAt: 10, allowed: 10, others: [] };
const answered = (...failures: [at: number, failure: string][]) => [
  ...Array.from({ length: 200 }, (_, at) => ({ at: at * 10, failure: null })),
  ...failures.map(([at, failure]) => ({ at, failure })),
];
const restarted = { signal: "SIGINT", backAt: 1_000, answers: answered([900, "503"]), serverLives: true };

const CASES = {
  backup: of({
    judge: judgeBackup,
    well: {
      rows: 1_000_000,
      backupSeconds: 100,
      restoreSeconds: 200,
      writes: 9,
      failedRequests: [],
      differingTables: [],
      differingFiles: [],
      brokenCounters: [],
      differingAnswers: [],
      tampered: { code: 1, said: "damaged" },
    },
    faults: {
      "too few rows": { rows: 999_999 },
      "too slow": { restoreSeconds: 200.1 },
      "nobody wrote": { writes: 0 },
      "members were refused": { failedRequests: ["503"] },
      "a table differs": { differingTables: ["users"] },
      "a file differs": { differingFiles: ["a.webm"] },
      "two moments": { brokenCounters: ["member 7"] },
      "another answer": { differingAnswers: ["/api/home/"] },
      "a tampered backup taken": { tampered: { code: 0, said: "restored" } },
    },
  }),
  restart: of({
    judge: ({ restarts }) => judgeRestarts(restarts),
    well: { restarts: [restarted] },
    faults: {
      "errors long after": { restarts: [{ ...restarted, answers: answered([2_001, "503"]) }] },
      "an error that says nothing": { restarts: [{ ...restarted, answers: answered([900, "500"]) }] },
      "the server ended": { restarts: [{ ...restarted, serverLives: false }] },
      "nobody asked": { restarts: [{ ...restarted, answers: [] }] },
    },
  }),
  slow: of({
    judge: judgeSlow,
    well: {
      closedAfter: { silent: Array<number>(1_000).fill(11) },
      quiet: { p99: 10, errors: 0 },
      meanwhile: { p99: 20, errors: 0 },
    },
    faults: {
      "one is never closed": { closedAfter: { silent: [...Array<number>(999).fill(11), Infinity] } },
      "one is closed late": { closedAfter: { silent: [...Array<number>(999).fill(11), 12.5] } },
      "too few": { closedAfter: { silent: [11] } },
      "the others wait": { meanwhile: { p99: 21, errors: 0 } },
      "the others fail": { meanwhile: { p99: 10, errors: 1 } },
    },
  }),
  overload: of({
    judge: judgeOverload,
    well: {
      capacity: 1_000,
      offered: 3_000,
      outcome: GOOD,
      recovery: 1,
    },
    faults: {
      "no overload": { offered: 2_000 },
      "everybody waits": { outcome: { ...GOOD, acceptedP99: 2_000, shed: 0, errors: 0 } },
      "all are turned away": { outcome: { ...GOOD, accepted: 100, acceptedP99: 10 } },
      "connections break": { outcome: { ...GOOD, errors: 51 } },
      "who comes new waits for ever": { outcome: { ...GOOD, settlingP99: 6_000 } },
      "it stays ill": { recovery: 5.1 },
    },
  }),
  timing: of({
    judge: ({ timings }) => judgeTiming(timings),
    well: { timings: [{ call: "login", known: spread(50, 90), unknown: spread(51, 91) }] },
    faults: {
      "the unknown are quicker": {
        timings: [{ call: "login", known: spread(50, 90), unknown: spread(30, 70) }],
      },
      "the unknown are slower": {
        timings: [{ call: "login", known: spread(50, 90), unknown: spread(70, 110) }],
      },
    },
  }),
  guesses: of({
    judge: judgeGuesses,
    well: { kinds: [guessing], ownerAtHome: 200 },
    faults: {
      "one guess too many": { kinds: [{ ...guessing, lookedAt: 11 }] },
      "a guess that is right": { kinds: [{ ...guessing, others: ["200"] }] },
      "the owner stays outside": { ownerAtHome: 429 },
    },
  }),
  races: of({
    judge: judgeRaces,
    well: { accounts: [1, 1], successors: [1], contradictions: [], failures: [], rounds: 40 },
    faults: {
      "two accounts": { accounts: [1, 2] },
      "no account": { accounts: [0, 1] },
      "two successors": { successors: [2] },
      "a counter that lies": { contradictions: ["member 1"] },
      "a failure": { failures: ["500"] },
      "no race": { rounds: 0 },
    },
  }),
  soak: of({
    judge: judgeSoak,
    well: { memory: growing(0.5), errors: 0 },
    faults: {
      "memory grows": { memory: growing(3) },
      "too much memory": { memory: growing(0).map((point) => ({ ...point, megabytes: 260 })) },
      "an error": { errors: 1 },
    },
  }),
};

function check<Seen>(name: string, { judge, well, faults }: Case<Seen>): void {
  describe(name, () => {
    test("a service that is well passes", () => {
      expect(judge(well).filter(({ holds }) => !holds)).toEqual([]);
    });
    test.each(Object.entries(faults))("%s is found", (_what, fault) => {
      expect(judge({ ...well, ...fault }).filter(({ holds }) => !holds)).not.toEqual([]);
    });
  });
}

check("backup", CASES.backup);
check("restart", CASES.restart);
check("slow", CASES.slow);
check("overload", CASES.overload);
check("timing", CASES.timing);
check("guesses", CASES.guesses);
check("races", CASES.races);
check("soak", CASES.soak);
