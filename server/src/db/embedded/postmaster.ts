import { execFile, spawn, type ChildProcess } from "node:child_process";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type Account } from "./account.ts";
import { program, type Binaries } from "./binaries.ts";
import { livesIn, postmasterPath, socketLockPath } from "./postmaster-file.ts";
import { postgresEnvironment, postgresOptions, type Endpoint } from "./settings.ts";

const run = promisify(execFile);

/** How one database folder is served. */
export interface Cluster {
  readonly directory: string;
  readonly logFile: string;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  /** False only for data that may be lost: it turns fsync off. */
  readonly durable: boolean;
}

/** PostgreSQL's process ended before it was ready; `reason` is the last it wrote. */
export class PostmasterEnded extends Error {
  override name = "PostmasterEnded";
  readonly reason: string;
  constructor(reason: string, logFile: string) {
    super(`PostgreSQL did not start: ${reason} (${logFile})`);
    this.reason = reason;
  }
}

/** A PostgreSQL that was started; `ended` rejects with PostmasterEnded when its process ends, at any time. */
export interface Started {
  readonly pid: number;
  readonly ended: Promise<never>;
}

/** Starts PostgreSQL on `endpoint`, without waiting until it answers. */
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
      // In its own process group: Ctrl-C ends the server first, which then ends PostgreSQL.
      detached: true,
      windowsHide: true,
      ...cluster.account,
    },
  );
  child.unref();
  const ended = over(child)
    .then(async (fault) => fault ?? (await lastWords(cluster.logFile, before)))
    .then((reason) => Promise.reject<never>(new PostmasterEnded(reason, cluster.logFile)));
  ended.catch(() => undefined);
  await log.close();
  return { pid: child.pid ?? 0, ended };
}

/** Resolves when the process is gone, with the reason if it never came into being. */
const over = (child: ChildProcess) =>
  new Promise<string | undefined>((resolve) => {
    child.once("exit", () => resolve(undefined));
    child.once("error", (error) => resolve(error.message));
  });

async function lastWords(logFile: string, from: number): Promise<string> {
  const words = (await readFile(logFile)).subarray(from).toString().trim().split("\n");
  const fatal = words.findLast((line) => /(FATAL|PANIC): {2}/.test(line)) ?? words.at(-1) ?? "";
  return fatal.replace(/^.*?(FATAL|PANIC): {2}/, "") || "it ended without a word";
}

/** Keeps the log from growing for ever: what is larger than 10 MB becomes `….old`. */
async function rotateLog(logFile: string): Promise<void> {
  const found = await stat(logFile).catch(() => undefined);
  if (found && found.size > 10_000_000) await rename(logFile, `${logFile}.old`);
}

/**
 * Ends PostgreSQL's process `pid`, whoever started it, and waits until it is gone: connections are closed and
 * everything is on disk. After 20 s it is ended without that last tidying, which the next start makes up for.
 */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  const patience = Date.now() + 20_000;
  if (await livesIn(pid, cluster.directory)) await signal(cluster, pid, "fast");
  while (await livesIn(pid, cluster.directory)) {
    if (Date.now() > patience) await signal(cluster, pid, "immediate");
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
    // It went by itself.
  }
}

/**
 * Removes the lock files that would fool PostgreSQL: `pid` exists, but as something else. Those of a process that is
 * gone stay, since PostgreSQL uses them to make sure that no session of that process is left.
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
