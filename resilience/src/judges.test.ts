import { describe, expect, test } from "vitest";
import { judgeAttacks } from "./attack/judge.ts";
import { judgeBackup } from "./data/backup.ts";
import { judgeMoving } from "./data/moving.ts";
import { type EngineRun, judgeBrowsers } from "./browsers/browsers.ts";
import { STEPS } from "./browsers/journey.ts";
import { judgeLighthouse, type PageScores } from "./browsers/lighthouse.ts";
import type { Layout } from "./browsers/layout.ts";
import { ENGINES, type EngineName } from "./browsers/tab.ts";
import type { Finding } from "./finding.ts";
import { judgeGuesses } from "./guesses.ts";
import { type DiskFull, judgeDiskFull } from "./disk-full/judge.ts";
import { type Journeys, judgeJourneys, priceOf, troubleIn } from "./machines/poolers/judge.ts";
import { judgeLimits } from "./machines/poolers/limits.ts";
import { judgeMutants, type Planted } from "./attack/mutants/judge.ts";
import { judgeOverload } from "./overload.ts";
import { judgeProcesses } from "./processes.ts";
import { judgeRaces } from "./races.ts";
import { judgeRestarts } from "./restart.ts";
import { judgeSlow } from "./slow.ts";
import { judgeSoak } from "./soak/soak.ts";
import { judgeTasks, type TaskRun } from "./tasks/judge.ts";
import { judgeTiming } from "./attack/timing.ts";

const GOOD = {
  perSecond: 2_900,
  accepted: 900,
  acceptedP99: 400,
  settlingP99: 3_000,
  shed: 50,
  limited: 0,
  errors: 50,
};
const ROUND = { capacity: { before: 1_000, after: 950 }, offered: 3_000, outcome: GOOD, recovery: 1 };

/** A drill's judge, the observations of a healthy service, and one planted problem at a time. */
interface Case<Seen> {
  judge(seen: Seen): Finding[];
  healthy: Seen;
  problems: Record<string, Partial<Seen>>;
}

const of = <Seen>(each: Case<Seen>) => each;
const spread = (from: number, to: number) => Array.from({ length: 80 }, (_, n) => from + ((to - from) * n) / 79);
const growing = (perMinute: number, handlesPerMinute = 0) =>
  Array.from({ length: 60 }, (_, n) => ({
    minute: n / 10,
    megabytes: 150 + (n % 5) + (perMinute * n) / 10,
    handles: 40 + (n % 3) + Math.round((handlesPerMinute * n) / 10),
    connections: 10,
  }));
const guessing = { how: "one network", made: 30, checked: 10, allowed: 10, others: [] };
const answered = (...failures: [at: number, failure: string][]) => [
  ...Array.from({ length: 200 }, (_, at) => ({ at: at * 10, failure: null })),
  ...failures.map(([at, failure]) => ({ at, failure })),
];
const scored = (path: string, worse: Partial<PageScores["scores"]> = {}): PageScores => ({
  path,
  scores: { performance: 100, accessibility: 100, "best-practices": 100, seo: 100, ...worse },
});
const restarted = { signal: "SIGINT", backAt: 1_000, answers: answered([900, "503"]), serverLives: true };

const mutant = (line: number, isFound: boolean): Planted => ({
  file: "a.ts",
  line,
  from: "a < b",
  to: "a <= b",
  isFound,
});
const mutants = (found: number, survivors: number) =>
  Array.from({ length: found + survivors }, (_, line) => mutant(line, line < found));
const harmless = { ...mutant(1, false), file: "b.ts" };
const why = { file: "b.ts", from: "a < b", to: "a <= b", why: "b is never a" };

const clicked = (clicks: number) => ({ clicks, entries: 2, seconds: 1 });
const tried = (title: string, seen: Partial<TaskRun> = {}): TaskRun[] =>
  (["desktop", "phone"] as const).map((device) => ({ title, device, steps: [clicked(4)], failure: null, ...seen }));

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

const attacked = {
  name: "closed-login",
  what: "logins that were closed",
  real: { attempts: 100, succeeded: 0 },
  planted: [{ attempts: 100, succeeded: 3 }],
};
const boxes: Layout = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [`${n < 6 ? "control" : "lettering"} ${n}`, [n * 50, 20, 40, 44]]),
);
const walked = (engine: EngineName, change: Partial<EngineRun> = {}): EngineRun => ({
  engine,
  done: STEPS.map(([title]) => title),
  failures: [],
  errors: [],
  layouts: { landing: boxes, home: boxes, watch: boxes },
  ...change,
});
/** Chromium and Firefox are well; WebKit is as given. */
const withWebKit = (change: Partial<EngineRun>) => [walked("chromium"), walked("firefox"), walked("webkit", change)];

const CASES = {
  attack: of({
    judge: ({ seen }) => judgeAttacks(seen),
    healthy: { seen: [attacked] },
    problems: {
      "an attack succeeds": { seen: [attacked, { ...attacked, real: { attempts: 100, succeeded: 1 } }] },
      "an attack was not made": { seen: [{ ...attacked, real: { attempts: 0, succeeded: 0 } }] },
      "a planted defect is not found": {
        seen: [{ ...attacked, planted: [...attacked.planted, { attempts: 100, succeeded: 0 }] }],
      },
    },
  }),
  moving: of({
    judge: judgeMoving,
    healthy: { loggedIn: 6, failures: [], members: 100_000, seconds: 90, half: [] },
    problems: {
      "a kind of hash does not log in": { loggedIn: 5 },
      "a list differs": { failures: ["favourites of argon2: []"] },
      "a member is lost": { members: 99_999 },
      "the import takes too long": { seconds: 301 },
      "a member is half": { half: ["1 members"] },
    },
  }),
  diskFull: of({
    judge: ({ kinds }) => judgeDiskFull(kinds),
    healthy: { kinds: [quiet, full] },
    problems: {
      "a member is refused though only files have no room": {
        kinds: [{ ...quiet, requests: full.requests.concat(quiet.requests) }],
      },
      "a member gets another error than a 503": {
        kinds: [{ ...full, requests: full.requests.concat([{ at: 900, failure: "500" }]) }],
      },
      "the disk is never full for PostgreSQL": { kinds: [{ ...full, databaseEnds: 0 }] },
      "the disk is never full for files": { kinds: [{ ...full, uploads: full.uploads.slice(2) }] },
      "no request is sent while the disk is full": { kinds: [{ ...full, requests: [{ at: 3_000, failure: null }] }] },
      "a refusal has no reason": {
        kinds: [{ ...full, uploads: [...full.uploads, { ...upload(700, "part", 500), type: "server_error" }] }],
      },
      "a refusal is in English": {
        kinds: [{ ...full, uploads: [...full.uploads, { ...upload(700, "part", 507), sentence: "full" }] }],
      },
      "a write is lost": { kinds: [{ ...full, lost: ["a favourite of video 7"] }] },
      "a half file is left": { kinds: [{ ...full, halfFiles: ["incoming/x"] }] },
      "the server ends": { kinds: [{ ...full, ended: "1 null" }] },
      "the server cannot be stopped": { kinds: [{ ...full, stopCode: 1 }] },
      "members never write again": { kinds: [{ ...full, requests: never }] },
      "pictures are never stored again": { kinds: [{ ...full, uploads: full.uploads.slice(0, 3) }] },
      "the service does not recover": {
        kinds: [{ ...full, requests: full.requests.concat([{ at: 12_000, failure: "503" }]) }],
      },
    },
  }),
  backup: of({
    judge: judgeBackup,
    healthy: {
      rows: 1_000_000,
      backupSeconds: 100,
      restoreSeconds: 200,
      writes: 9,
      failedRequests: [],
      differingTables: [],
      differingFiles: [],
      brokenCounters: [],
      differingAnswers: [],
      tampered: { code: 1, output: "damaged" },
    },
    problems: {
      "there are too few rows": { rows: 999_999 },
      "the restore is too slow": { restoreSeconds: 200.1 },
      "no member writes": { writes: 0 },
      "a member is refused": { failedRequests: ["503"] },
      "a table differs": { differingTables: ["users"] },
      "a file differs": { differingFiles: ["a.webm"] },
      "the backup mixes two moments": { brokenCounters: ["member 7"] },
      "an answer differs": { differingAnswers: ["/api/home/"] },
      "a tampered backup is restored": { tampered: { code: 0, output: "restored" } },
    },
  }),
  restart: of({
    judge: ({ restarts }) => judgeRestarts(restarts),
    healthy: { restarts: [restarted] },
    problems: {
      "errors last too long": { restarts: [{ ...restarted, answers: answered([2_001, "503"]) }] },
      "an error is not a 503": { restarts: [{ ...restarted, answers: answered([900, "500"]) }] },
      "the server ends": { restarts: [{ ...restarted, serverLives: false }] },
      "no request is sent": { restarts: [{ ...restarted, answers: [] }] },
    },
  }),
  slow: of({
    judge: judgeSlow,
    healthy: {
      closedAfter: { silent: Array<number>(1_000).fill(11) },
      quiet: { p99: 10, errors: 0 },
      meanwhile: { p99: 20, errors: 0 },
    },
    problems: {
      "a connection is never closed": { closedAfter: { silent: [...Array<number>(999).fill(11), Infinity] } },
      "a connection is closed late": { closedAfter: { silent: [...Array<number>(999).fill(11), 12.5] } },
      "there are too few connections": { closedAfter: { silent: [11] } },
      "other clients wait": { meanwhile: { p99: 21, errors: 0 } },
      "other clients fail": { meanwhile: { p99: 10, errors: 1 } },
    },
  }),
  overload: of({
    judge: ({ rounds }) => judgeOverload(rounds),
    healthy: { rounds: [ROUND, { ...ROUND, outcome: { ...GOOD, accepted: 700 } }, ROUND] },
    problems: {
      "there is no overload": { rounds: [{ ...ROUND, offered: 2_000 }] },
      "many connections wait and send nothing": { rounds: [{ ...ROUND, outcome: { ...GOOD, perSecond: 2_600 } }] },
      "accepted requests are slow": { rounds: [ROUND, { ...ROUND, outcome: { ...GOOD, acceptedP99: 2_000 } }] },
      "nearly all requests are shed": { rounds: [{ ...ROUND, outcome: { ...GOOD, accepted: 100, acceptedP99: 10 } }] },
      "connections break": { rounds: [ROUND, { ...ROUND, outcome: { ...GOOD, errors: 51 } }] },
      "new connections wait too long": { rounds: [{ ...ROUND, outcome: { ...GOOD, settlingP99: 6_000 } }] },
      "the service does not recover": { rounds: [ROUND, ROUND, { ...ROUND, recovery: 5.1 }] },
    },
  }),
  timing: of({
    judge: ({ timings }) => judgeTiming(timings),
    healthy: { timings: [{ call: "login", known: spread(50, 90), unknown: spread(51, 91) }] },
    problems: {
      "unknown accounts answer faster": {
        timings: [{ call: "login", known: spread(50, 90), unknown: spread(30, 70) }],
      },
      "unknown accounts answer slower": {
        timings: [{ call: "login", known: spread(50, 90), unknown: spread(70, 110) }],
      },
    },
  }),
  lighthouse: of({
    judge: judgeLighthouse,
    healthy: {
      pages: [scored("/landing"), scored("/login", { performance: 97 })],
      interactions: [{ what: "menu", duration: 96 }],
    },
    problems: {
      "a landing page is slower": { pages: [scored("/landing", { performance: 99 })] },
      "a member page is slower": { pages: [scored("/login", { performance: 96 })] },
      "a page is less accessible": { pages: [scored("/login", { accessibility: 99 })] },
      "an input waits for its drawing": { interactions: [{ what: "menu", duration: 104 }] },
    },
  }),
  guesses: of({
    judge: judgeGuesses,
    healthy: { kinds: [guessing], ownerAtHome: 200 },
    problems: {
      "one guess too many is checked": { kinds: [{ ...guessing, checked: 11 }] },
      "a guess succeeds": { kinds: [{ ...guessing, others: ["200"] }] },
      "the owner cannot log in": { ownerAtHome: 429 },
    },
  }),
  processes: of({
    judge: judgeProcesses,
    healthy: {
      journeys: 220,
      passed: 215,
      retried: ["a", "b", "c", "d", "e"],
      failed: [],
      skipped: [],
      killed: 30,
      minutes: 12,
    },
    problems: {
      "a journey fails twice": { failed: ["video.spec.ts: plays"] },
      "a journey is left out": { passed: 214, skipped: ["video.spec.ts: plays"] },
      "Playwright ended early": { passed: 100 },
      "no process is killed": { killed: 0 },
      "too few processes are killed": { killed: 5 },
      "more journeys fail than the kills explain": { passed: 155, retried: Array<string>(65).fill("a") },
    },
  }),
  tasks: of({
    judge: ({ runs }) => judgeTasks({ tasks: [{ title: "refund", clicks: 6 }, { title: "suspend" }], runs }),
    healthy: { runs: [...tried("refund", { steps: [clicked(6)] }), ...tried("suspend")] },
    problems: {
      "a task is left out": { runs: tried("refund") },
      "a task is left out on phones": { runs: [...tried("refund"), ...tried("suspend").slice(0, 1)] },
      "an effect is not there": { runs: [...tried("refund"), ...tried("suspend", { failure: "logs in" })] },
      "a task takes too many clicks": { runs: [...tried("refund"), ...tried("suspend", { steps: [clicked(5)] })] },
      "a later step takes too many clicks": {
        runs: [...tried("refund"), ...tried("suspend", { steps: [clicked(1), clicked(5)] })],
      },
      "nothing was done": { runs: [...tried("refund"), ...tried("suspend", { steps: [] })] },
    },
  }),
  mutants: of({
    judge: (seen: { planted: Planted[]; failedBefore: string[] }) => judgeMutants(seen, [why]),
    // Defects that change nothing do not count.
    healthy: { failedBefore: [], planted: [...mutants(23, 2), harmless, harmless] },
    problems: {
      "too many defects survive": { planted: mutants(91, 9) },
      "nothing was planted": { planted: [] },
      "the tests fail without a defect": { failedBefore: ["server/src/mail"] },
      "a defect of another file survives": { planted: [...mutants(22, 2), { ...harmless, file: "c.ts" }] },
      "another defect of an accepted line survives": { planted: [...mutants(22, 2), { ...harmless, to: "a >= b" }] },
      "an accepted defect is found": { planted: [...mutants(23, 2), { ...harmless, isFound: true }] },
    },
  }),
  races: of({
    judge: judgeRaces,
    healthy: { accounts: [1, 1], successors: [1], contradictions: [], failures: [], rounds: 40 },
    problems: {
      "a race makes two accounts": { accounts: [1, 2] },
      "a race makes no account": { accounts: [0, 1] },
      "a refresh token has two successors": { successors: [2] },
      "a counter is wrong": { contradictions: ["member 1"] },
      "a request fails": { failures: ["500"] },
      "no race takes place": { rounds: 0 },
    },
  }),
  browsers: of({
    judge: ({ runs }) => judgeBrowsers(runs),
    healthy: { runs: ENGINES.map((engine) => walked(engine)) },
    problems: {
      "an engine does not start": { runs: [walked("chromium"), walked("firefox")] },
      "a step fails": { runs: withWebKit({ failures: ["searches: no results"], done: [] }) },
      "a step is left out": { runs: withWebKit({ done: [] }) },
      "the console has an error": { runs: withWebKit({ errors: ["TypeError"] }) },
      "lettering is spaced apart": {
        runs: withWebKit({
          layouts: { landing: { ...boxes, "lettering 7": [350, 20, 40, 58] }, home: boxes, watch: boxes },
        }),
      },
      "a control is missing": {
        runs: withWebKit({ layouts: { landing: boxes, home: boxes, watch: { ...boxes, "control 13": [0, 0, 9, 9] } } }),
      },
      "a page was not measured": { runs: withWebKit({ layouts: { landing: boxes, home: boxes } }) },
    },
  }),
  "limits behind a pooler": of({
    judge: (seen: { cancelledAfter: Record<string, number>; wrong: string[] }) => judgeLimits("session", seen),
    healthy: { cancelledAfter: { "a statement": 2.1, "a transaction": 2 }, wrong: [] },
    problems: {
      "a statement is never cancelled": { cancelledAfter: { "a statement": Infinity } },
      "a setting is lost": { wrong: ["JIT compilation is on"] },
    },
  }),
  "journeys behind a pooler": of({
    judge: (seen: Journeys) => judgeJourneys("session", seen),
    healthy: { acknowledged: 90, failures: [], requests: 900, errors: 0, logged: [] },
    problems: {
      "nobody writes": { acknowledged: 3 },
      "a write is lost": { failures: ["favourite of 7"] },
      "no request is sent": { requests: 0 },
      "a request fails": { errors: 1 },
      "statements clash": { logged: troubleIn('error: prepared statement "a" already exists\nanother line') },
    },
  }),
  soak: of({
    judge: judgeSoak,
    healthy: {
      samples: growing(0.5),
      requests: 60_000,
      seconds: 300,
      errors: 0,
      shed: 0,
      idle: [4_500, 4_500],
      refusedBesideIdle: 0,
      peak: 290,
      files: [3, 3],
    },
    problems: {
      "memory grows": { samples: growing(3) },
      "memory is too high": { peak: 310 },
      "an idle connection is refused": { idle: [4_500, 4_499] },
      "others fail beside idle connections": { refusedBesideIdle: 1 },
      "open connections or files grow": { samples: growing(0, 3) },
      "there are too many connections": { samples: growing(0).map((sample) => ({ ...sample, connections: 11 })) },
      "a file is left": { files: [3, 4] },
      "no request is sent": { requests: 30_000 },
      "members get a 503": { errors: 1, shed: 1 },
      "a request fails": { errors: 1 },
    },
  }),
};

function check<Seen>(name: string, { judge, healthy, problems }: Case<Seen>): void {
  describe(name, () => {
    test("accepts a healthy service", () => {
      expect(judge(healthy).filter(({ holds }) => !holds)).toEqual([]);
    });
    test.each(Object.entries(problems))("reports: %s", (_what, problem) => {
      expect(judge({ ...healthy, ...problem }).filter(({ holds }) => !holds)).not.toEqual([]);
    });
  });
}

check("attack", CASES.attack);
check("backup", CASES.backup);
check("moving", CASES.moving);
check("disk-full", CASES.diskFull);
check("restart", CASES.restart);
check("slow", CASES.slow);
check("overload", CASES.overload);
check("timing", CASES.timing);
check("guesses", CASES.guesses);
check("processes", CASES.processes);
check("races", CASES.races);
check("browsers", CASES.browsers);
check("soak", CASES.soak);
check("limits behind a pooler", CASES["limits behind a pooler"]);
check("journeys behind a pooler", CASES["journeys behind a pooler"]);

test("the price of a pooler is the median ratio to direct connections of the same round", () => {
  const direct = { name: "direct", perSecond: [100, 50, 200], errors: 0 };
  expect(priceOf({ name: "session", perSecond: [90, 40, 100], errors: 0 }, direct)).toBe(0.8);
});
