import { execFile, spawn, type ChildProcess } from "node:child_process";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type Account } from "./account.ts";
import { program, type Binaries } from "./binaries.ts";
import { livesIn, postmasterPath, socketLockPath } from "./postmaster-file.ts";
import { postgresEnvironment, postgresOptions, type Endpoint } from "./settings.ts";

const run = promisify(execFile);

export interface Cluster {
  readonly directory: string;
  readonly logFile: string;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  /** False turns fsync off, for data that may be lost. */
  readonly durable: boolean;
}

/** PostgreSQL ended before it was ready; `reason` is its last log line. */
export class PostmasterEnded extends Error {
  override name = "PostmasterEnded";
  readonly reason: string;
  constructor(reason: string, logFile: string) {
    super(`PostgreSQL did not start: ${reason} (${logFile})`);
    this.reason = reason;
  }
}

/** `ended` rejects with PostmasterEnded when the process ends, at any time. */
export interface Started {
  readonly pid: number;
  readonly ended: Promise<never>;
}

/** Starts PostgreSQL on `endpoint` without waiting for readiness. */
export async function startPostmaster(cluster: Cluster, endpoint: Endpoint): Promise<Started> {
  await rotateLog(cluster.logFile);
  const log = await open(cluster.logFile, "a", 0o600);
  const before = (await log.stat()).size;
  const child = spawn(
    program(cluster.binaries, "postgres"),
    postgresOptions(cluster.directory, endpoint, cluster.durable),
    {
      cwd: cluster.directory,
      env: postgresEnvironment(),
      stdio: ["ignore", log.fd, log.fd],
      // In its own process group: Ctrl-C reaches only the server, which then stops PostgreSQL.
      detached: true,
      windowsHide: true,
      ...cluster.account,
    },
  );
  child.unref();
  const ended = exitOf(child)
    .then(async (spawnError) => spawnError ?? (await lastError(cluster.logFile, before, child.pid ?? 0)))
    .then((reason) => Promise.reject<never>(new PostmasterEnded(reason, cluster.logFile)));
  ended.catch(() => undefined);
  await log.close();
  return { pid: child.pid ?? 0, ended };
}

/** Resolves at exit, with the error's message if the process could not be spawned. */
const exitOf = (child: ChildProcess) =>
  new Promise<string | undefined>((resolve) => {
    child.once("exit", () => resolve(undefined));
    child.once("error", (error) => resolve(error.message));
  });

/** Sessions of a killed PostgreSQL write into the same log, so that only lines with `[pid]` count. */
async function lastError(logFile: string, from: number, pid: number): Promise<string> {
  const added = (await readFile(logFile)).subarray(from).toString().trim().split("\n");
  const own = added.filter((line) => line.includes(` [${pid}] `));
  const lines = own.length > 0 ? own : added;
  const fatal = lines.findLast((line) => /(FATAL|PANIC): {2}/.test(line)) ?? lines.at(-1) ?? "";
  return fatal.replace(/^.*?(FATAL|PANIC): {2}/, "") || "it ended without a message";
}

/** Renames a log above 10 MB to `….old`. */
async function rotateLog(logFile: string): Promise<void> {
  const found = await stat(logFile).catch(() => undefined);
  if (found && found.size > 10_000_000) await rename(logFile, `${logFile}.old`);
}

/**
 * Stops PostgreSQL's process `pid` with a fast shutdown. After 20 s it uses an immediate one, from which the next start
 * recovers.
 */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  if (await livesIn(pid, cluster.directory)) await signal(cluster, pid, "fast");
  while (await livesIn(pid, cluster.directory)) {
    if (Date.now() > deadline) await signal(cluster, pid, "immediate");
    await pause(20);
  }
}

async function signal(cluster: Cluster, pid: number, mode: "fast" | "immediate"): Promise<void> {
  if (process.platform === "win32") {
    const options = ["stop", "-D", cluster.directory, "-m", mode, "-W"];
    await run(program(cluster.binaries, "pg_ctl"), options).catch(() => undefined);
    return;
  }
  interrupt(pid, mode === "fast" ? "SIGINT" : "SIGQUIT");
}

/** Sends a signal to a process that may be gone by now. */
export function interrupt(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

/**
 * Removes the lock files when `pid` belongs to another program. When no process has it they stay, because PostgreSQL
 * uses them to check that no session of the former process is left.
 */
export async function clearStale(cluster: Cluster, pid: number): Promise<void> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return;
  }
  await rm(postmasterPath(cluster.directory), { force: true });
  await rm(socketLockPath(cluster.directory), { force: true });
}
