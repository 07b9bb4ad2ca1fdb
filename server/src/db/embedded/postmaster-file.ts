import { execFile } from "node:child_process";
import { readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { socketPort, type Endpoint } from "./settings.ts";

const run = promisify(execFile);

/** Content of `postmaster.pid`, which PostgreSQL writes while it runs and leaves behind when it is killed. */
export interface PostmasterFile {
  readonly pid: number;
  /** Undefined at the beginning of a start. */
  readonly endpoint: Endpoint | undefined;
}

/** Remove the file only when `livesIn` returns false. */
export const postmasterPath = (directory: string) => join(directory, "postmaster.pid");

/** The socket's lock file, to be removed together with `postmaster.pid`. */
export const socketLockPath = (directory: string) => join(directory, `.s.PGSQL.${socketPort}.lock`);

export async function readPostmasterFile(directory: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(postmasterPath(directory), "utf8").catch(() => "");
  const [pid, , , port, socketFolder, address] = text.split("\n");
  if (!pid || !Number.isInteger(Number(pid))) return undefined;
  let endpoint: Endpoint | undefined;
  // The socket is in the database folder itself, even after a rename.
  if (socketFolder) endpoint = { kind: "socket", directory };
  else if (address) endpoint = { kind: "loopback", port: Number(port) };
  return { pid: Math.abs(Number(pid)), endpoint };
}

/**
 * Whether `pid` is the running PostgreSQL of `directory`. After a crash or a reboot the pid may belong to a zombie or
 * another program, which would prevent a start. In doubt it returns true: a second PostgreSQL would destroy data.
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
    if (status === undefined || !/^Name:\s+postgres$/m.test(status) || /^State:\s+[ZX]/m.test(status)) return false;
    // PostgreSQL's working directory is its database folder. In some containers even root cannot read it.
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
    // `ps` exits with 1 for a missing process; without `ps` the answer is unknown.
    return (error as { code?: unknown }).code !== 1;
  }
}

const readText = (path: string) => readFile(path, "utf8").catch(() => undefined);
