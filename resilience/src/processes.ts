// The browser journeys run on servers with several processes, one of which is killed every few seconds.
// No journey may need more than one retry.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atLeast, atMost, type Finding, none } from "./finding.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PLAYWRIGHT = join(ROOT, "node_modules/@playwright/test/cli.js");
/** Milliseconds between two kills. */
const EVERY = 20_000;

interface Suite {
  specs?: { title: string; file: string; tests: { status: string }[] }[];
  suites?: Suite[];
}

export interface Processes {
  /** Journeys that Playwright lists. */
  journeys: number;
  passed: number;
  retried: string[];
  failed: string[];
  skipped: string[];
  /** Serving processes that were killed in `minutes`. */
  killed: number;
  minutes: number;
}

export function judgeProcesses(seen: Processes): Finding[] {
  const { journeys, passed, retried, failed, skipped, killed, minutes } = seen;
  const leastKilled = Math.max(1, Math.floor((minutes * 60_000) / EVERY / 2));
  return [
    atLeast("journeys that passed", passed + retried.length, journeys),
    none("journeys that failed twice", failed),
    none("journeys left out", skipped),
    atLeast(`serving processes killed in ${minutes.toFixed(1)} minutes`, killed, leastKilled),
    // A kill interrupts at most two journeys.
    atMost("journeys that needed a retry", retried.length, killed * 2),
  ];
}

export async function runDrill(files: string[]): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-processes-"));
  try {
    console.log("every spec file runs on servers of two processes");
    const listed = await playwright([...files, "--list"], join(folder, "listed.json"), "ignore");
    const began = performance.now();
    const { outcome, killed } = await underKills(files, join(folder, "outcome.json"));
    const minutes = (performance.now() - began) / 60_000;
    const of = (status: string) =>
      outcome.flatMap((each) => (each.status === status ? [`${each.file}: ${each.title}`] : []));
    const retried = of("flaky");
    for (const name of retried) console.log(`retried: ${name}`);
    return judgeProcesses({
      journeys: (await listed()).length,
      passed: of("expected").length,
      retried,
      failed: of("unexpected"),
      skipped: of("skipped"),
      killed,
      minutes,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function underKills(files: string[], report: string) {
  let pid = 0;
  let killed = 0;
  const timer = setInterval(() => {
    const serving = workers(pid);
    const chosen = serving[Math.floor(Math.random() * serving.length)];
    if (chosen === undefined) return;
    process.kill(chosen, "SIGKILL");
    killed += 1;
  }, EVERY);
  try {
    const words = ["--retries=1", ...files];
    const outcome = await playwright(words, report, "inherit", (started) => (pid = started));
    return { outcome: await outcome(), killed };
  } finally {
    clearInterval(timer);
  }
}

/** @returns a function that reads each journey and its status */
async function playwright(
  words: string[],
  report: string,
  stdio: "inherit" | "ignore",
  onStart: (pid: number) => void = () => {},
) {
  const all = [PLAYWRIGHT, "test", "--config", "e2e/playwright.config.ts", "--reporter=list,json", ...words];
  const run = spawn(process.execPath, all, {
    cwd: ROOT,
    stdio,
    env: { ...process.env, WORKERS: "2", PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  onStart(run.pid ?? 0);
  await once(run, "exit");
  return async () => {
    const { suites } = JSON.parse(await readFile(report, "utf8")) as { suites: Suite[] };
    return journeysOf(suites);
  };
}

function journeysOf(suites: Suite[]): { title: string; file: string; status: string }[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) => tests.map(({ status }) => ({ title, file, status }))),
    ...journeysOf(inner),
  ]);
}

/** Serving processes below `pid`: servers whose parent is a server too. */
function workers(pid: number): number[] {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  const all = rows.flatMap((row) => {
    const [, child, parent, words = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    return [{ pid: Number(child), parent: Number(parent), isServer: words.includes("server/src/bin/main.ts") }];
  });
  const found: typeof all = [];
  for (let parents = [pid]; parents.length > 0;) {
    const children = all.filter(({ parent }) => parents.includes(parent));
    found.push(...children);
    parents = children.map((child) => child.pid);
  }
  const servers = found.filter(({ isServer }) => isServer);
  return servers.flatMap((server) => (servers.some((each) => each.pid === server.parent) ? [server.pid] : []));
}
