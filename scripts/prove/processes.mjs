// The browser journeys on servers of several processes, of which one is killed every few seconds: none may need more than
// one more try.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment, root } from "../quiet-run.mjs";

/** Milliseconds between two kills. */
const EVERY = 20_000;

/** Processes below one that we started, by their parents. */
function below(pid) {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  const all = rows.map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)?.slice(1) ?? []);
  const found = [];
  for (let parents = [String(pid)]; parents.length > 0;) {
    const children = all.filter(([, parent]) => parents.includes(parent));
    found.push(...children);
    parents = children.map(([child]) => child);
  }
  return found.map(([child, parent, words]) => ({
    pid: child,
    parent,
    isServer: words.includes("server/src/main.ts"),
  }));
}

/** Serving processes: servers whose parent is one too. */
function workers(pid) {
  const servers = below(pid).filter(({ isServer }) => isServer);
  return servers.filter(({ parent }) => servers.some((server) => server.pid === parent));
}

/** @returns the exit code */
export async function proveProcesses(files) {
  const folder = mkdtempSync(join(tmpdir(), "manabiya-processes-"));
  const report = join(folder, "report.json");
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  const words = [
    playwright,
    "test",
    "--config",
    "e2e/playwright.config.ts",
    "--retries=1",
    "--reporter=list,json",
  ];
  const env = { ...environment, WORKERS: "2", PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const run = spawn(process.execPath, [...words, ...files], { cwd: root, env, stdio: "inherit" });
  let killed = 0;
  const timer = setInterval(() => {
    const serving = workers(run.pid);
    const chosen = serving[Math.floor(Math.random() * serving.length)];
    if (chosen === undefined) return;
    process.kill(Number(chosen.pid), "SIGKILL");
    killed += 1;
  }, EVERY);
  await once(run, "exit");
  clearInterval(timer);
  const { stats } = JSON.parse(readFileSync(report, "utf8"));
  rmSync(folder, { recursive: true });
  console.log(`${killed} serving processes killed, ${stats.flaky} journeys needed one more try`);
  console.log(`${stats.expected + stats.flaky} passed, ${stats.unexpected} failed`);
  return stats.unexpected === 0 && stats.expected > 0 && killed > 0 ? 0 : 1;
}
