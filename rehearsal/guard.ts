// A process beside the rehearsal that removes everything when the rehearsal is killed. On its standard input it reads what it
// must end: numbers of process groups, and PostgreSQL's folder. The end of the input tells that the rehearsal is gone.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

const [folder = ""] = process.argv.slice(2);

/** Milliseconds. */
const LONGEST_SHUTDOWN = 5_000;

// Ctrl+C reaches the rehearsal, which ends this process by closing the channel.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);

const groups: number[] = [];
let database = "";
for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith("/")) database = line;
  else groups.push(Number(line));
}
// After an orderly end nothing is left, and another program may have one of the numbers.
if (existsSync(folder)) await clear();

async function clear(): Promise<void> {
  for (const group of groups) signal(-group, "SIGKILL");
  const server = postmaster();
  // An immediate shutdown, after which PostgreSQL leaves no shared memory behind.
  signal(server, "SIGQUIT");
  for (const end = Date.now() + LONGEST_SHUTDOWN; signal(server, 0) && Date.now() < end;) await pause(50);
  signal(server, "SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}

/** PostgreSQL writes its number into its folder. */
function postmaster(): number {
  try {
    return Number(readFileSync(join(database, "postmaster.pid"), "utf8").split("\n", 1)[0]);
  } catch {
    return 0;
  }
}

/** @returns whether there is such a process */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  if (pid === 0 || Number.isNaN(pid)) return false;
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
