import { describe, expect, test } from "vitest";
import { judgeBackup } from "./backup.ts";
import type { Finding } from "./finding.ts";
import { judgeGuesses } from "./guesses.ts";
import { type DiskFull, judgeDiskFull } from "./judge-disk-full.ts";
import { judgeOverload } from "./overload.ts";
import { judgeProcesses } from "./processes.ts";
import { judgeRaces } from "./races.ts";
import { judgeRestarts } from "./restart.ts";
import { judgeSlow } from "./slow.ts";
import { judgeSoak } from "./soak.ts";
import { judgeTiming } from "./timing.ts";

const GOOD = {
  perSecond: 2_900,
  accepted: 900,
  acceptedP99: 400,
  settlingP99: 3_000,
  shed: 50,
  errors: 50,
};
const ROUND = { capacity: { before: 1_000, after: 950 }, offered: 3_000, outcome: GOOD, recovery: 1 };

/** A prover's judgement, what it sees of a service that is well, and one fault at a time planted into that. */
interface Case<Seen> {
  judge(seen: Seen): Finding[];
  well: Seen;
  faults: Record<string, Partial<Seen>>;
}

const of = <Seen>(each: Case<Seen>) => each;
const spread = (from: number, to: number) =>
  Array.from({ length: 80 }, (_, n) => from + ((to - from) * n) / 79);
const growing = (perMinute: number, handlesPerMinute = 0) =>
  Array.from({ length: 60 }, (_, n) => ({
    minute: n / 10,
    megabytes: 150 + (n % 5) + (perMinute * n) / 10,
    handles: 40 + (n % 3) + Math.round((handlesPerMinute * n) / 10),
    connections: 10,
  }));
const guessing = { how: "one place", made: 30, lookedAt: 10, allowed: 10, others: [] };
const answered = (...failures: [at: number, failure: string][]) => [
  ...Array.from({ length: 200 }, (_, at) => ({ at: at * 10, failure: null })),
  ...failures.map(([at, failure]) => ({ at, failure })),
];
const restarted = { signal: "SIGINT", backAt: 1_000, answers: answered([900, "503"]), serverLives: true };

const upload = (at: number, call: "part" | "picture", status: number) => ({
  at,
  call,
  status,
  type: status === 507 ? "storage_full" : "",
  sentence: status === 507 ? "空き容量が足りません。" : "",
});
const full: DiskFull = {
  part: "everything",
  fullFrom: 500,
  fullTo: 1_500,
  requests: answered([900, "503"], [2_000, "503"]).concat([{ at: 3_000, failure: null }]),
  uploads: [
    upload(600, "picture", 507),
    upload(1_700, "part", 507),
    upload(2_000, "part", 200),
    upload(2_100, "picture", 200),
  ],
  lost: [],
  halfFiles: [],
  ended: null,
  databaseEnds: 1,
  stopCode: 0,
};
const quiet: DiskFull = { ...full, part: "files", databaseEnds: 0, requests: answered().concat(answered()) };
const never = full.requests.filter(({ at }) => at < 1_500);

const CASES = {
  diskFull: of({
    judge: ({ kinds }) => judgeDiskFull(kinds),
    well: { kinds: [quiet, full] },
    faults: {
      "a member was refused though only files had no room": {
        kinds: [{ ...quiet, requests: full.requests.concat(quiet.requests) }],
      },
      "a member got something else than a 503": {
        kinds: [{ ...full, requests: full.requests.concat([{ at: 900, failure: "500" }]) }],
      },
      "the disk was never full for PostgreSQL": { kinds: [{ ...full, databaseEnds: 0 }] },
      "the disk was never full for files": { kinds: [{ ...full, uploads: full.uploads.slice(2) }] },
      "nobody asked meanwhile": { kinds: [{ ...full, requests: [{ at: 3_000, failure: null }] }] },
      "a refusal that says nothing": {
        kinds: [
          { ...full, uploads: [...full.uploads, { ...upload(700, "part", 500), type: "server_error" }] },
        ],
      },
      "a refusal in English": {
        kinds: [{ ...full, uploads: [...full.uploads, { ...upload(700, "part", 507), sentence: "full" }] }],
      },
      "a write is lost": { kinds: [{ ...full, lost: ["a mark of video 7"] }] },
      "a half file": { kinds: [{ ...full, halfFiles: ["incoming/x"] }] },
      "the server ended": { kinds: [{ ...full, ended: "1 null" }] },
      "it could not be stopped": { kinds: [{ ...full, stopCode: 1 }] },
      "members never write again": { kinds: [{ ...full, requests: never }] },
      "pictures are never stored again": { kinds: [{ ...full, uploads: full.uploads.slice(0, 3) }] },
      "it stays ill": {
        kinds: [{ ...full, requests: full.requests.concat([{ at: 12_000, failure: "503" }]) }],
      },
    },
  }),
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
    judge: ({ rounds }) => judgeOverload(rounds),
    well: { rounds: [ROUND, { ...ROUND, outcome: { ...GOOD, accepted: 700 } }, ROUND] },
    faults: {
      "no overload": { rounds: [{ ...ROUND, offered: 2_000 }] },
      "many wait instead of asking": { rounds: [{ ...ROUND, outcome: { ...GOOD, perSecond: 2_600 } }] },
      "everybody waits": { rounds: [ROUND, { ...ROUND, outcome: { ...GOOD, acceptedP99: 2_000 } }] },
      "all are turned away": { rounds: [{ ...ROUND, outcome: { ...GOOD, accepted: 100, acceptedP99: 10 } }] },
      "connections break": { rounds: [ROUND, { ...ROUND, outcome: { ...GOOD, errors: 51 } }] },
      "who comes new waits for ever": { rounds: [{ ...ROUND, outcome: { ...GOOD, settlingP99: 6_000 } }] },
      "it stays ill": { rounds: [ROUND, ROUND, { ...ROUND, recovery: 5.1 }] },
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
  processes: of({
    judge: judgeProcesses,
    well: {
      journeys: 220,
      passed: 215,
      again: ["a", "b", "c", "d", "e"],
      failed: [],
      skipped: [],
      killed: 30,
      minutes: 12,
    },
    faults: {
      "a journey fails twice": { failed: ["video.spec.ts: plays"] },
      "a journey is left out": { passed: 214, skipped: ["video.spec.ts: plays"] },
      "Playwright ended early": { passed: 100 },
      "nobody was killed": { killed: 0 },
      "hardly anybody was killed": { killed: 5 },
      "more fail than were with a killed process": { passed: 155, again: Array<string>(65).fill("a") },
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
    well: { samples: growing(0.5), requests: 60_000, seconds: 300, errors: 0, shed: 0, files: [3, 3] },
    faults: {
      "memory grows": { samples: growing(3) },
      "too much memory": { samples: growing(0).map((sample) => ({ ...sample, megabytes: 260 })) },
      "connections or files are not closed": { samples: growing(0, 3) },
      "too many connections": { samples: growing(0).map((sample) => ({ ...sample, connections: 11 })) },
      "a file is left": { files: [3, 4] },
      "nobody asked": { requests: 30_000 },
      "members are turned away": { errors: 1, shed: 1 },
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
check("disk-full", CASES.diskFull);
check("restart", CASES.restart);
check("slow", CASES.slow);
check("overload", CASES.overload);
check("timing", CASES.timing);
check("guesses", CASES.guesses);
check("processes", CASES.processes);
check("races", CASES.races);
check("soak", CASES.soak);
