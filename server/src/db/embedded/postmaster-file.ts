import { execFile } from "node:child_process";
import { readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { socketPort, type Endpoint } from "./settings.ts";

const run = promisify(execFile);

/** What PostgreSQL writes about itself into its folder while it runs, and leaves there when it is killed. */
export interface PostmasterFile {
  readonly pid: number;
  /** Where it listens; undefined in the first moments of its start. */
  readonly endpoint: Endpoint | undefined;
}

/** The path of the file; removing it is safe only when `livesIn` says that nobody runs there. */
export const postmasterPath = (directory: string) => join(directory, "postmaster.pid");

/** The file that says whose the socket is; it goes with `postmaster.pid`. */
export const socketLockPath = (directory: string) => join(directory, `.s.PGSQL.${socketPort}.lock`);

/** Reads `postmaster.pid` of a database folder; undefined when there is none. */
export async function readPostmasterFile(directory: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(postmasterPath(directory), "utf8").catch(() => "");
  const [pid, , , port, socketFolder, address] = text.split("\n");
  if (!pid || !Number.isInteger(Number(pid))) return undefined;
  let endpoint: Endpoint | undefined;
  // The socket lies in the database folder itself, also when that was renamed since.
  if (socketFolder) endpoint = { kind: "socket", directory };
  else if (address) endpoint = { kind: "loopback", port: Number(port) };
  return { pid: Math.abs(Number(pid)), endpoint };
}

/**
 * Whether the process `pid` is alive and is the PostgreSQL of `directory`. After a crash or a reboot the number in
 * `postmaster.pid` may belong to a zombie or to any other program, which would keep PostgreSQL from starting.
 * Where the system does not tell, the answer is yes: waiting is safe, a second PostgreSQL is not.
 */
export async function livesIn(pid: number, directory: string): Promise<boolean> {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  if (process.platform === "linux" && (await readText("/proc/self/status")) !== undefined) {
    const status = await readText(`/proc/${pid}/status`);
    if (status === undefined || !/^Name:\s+postgres$/m.test(status) || /^State:\s+[ZX]/m.test(status))
      return false;
    // PostgreSQL's working directory is its database folder; in some containers even root may not see it.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return folder === undefined || folder === (await realpath(directory));
  }
  try {
    if (process.platform === "win32") {
      const { stdout } = await run("tasklist", ["/FI", `PID eq ${pid}`, "/NH"]);
      return /postgres/i.test(stdout);
    }
    const { stdout } = await run("ps", ["-o", "stat=,comm=", "-p", String(pid)]);
    return /postgres/.test(stdout) && !stdout.trim().startsWith("Z");
  } catch (error) {
    // `ps` ends with 1 for a process that is gone; a missing `ps` says nothing.
    return (error as { code?: unknown }).code !== 1;
  }
}

const readText = (path: string) => readFile(path, "utf8").catch(() => undefined);
