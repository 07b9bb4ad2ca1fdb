import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const MB = 1024 * 1024;
const BALLAST = "ballast";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A folder that can be filled to its last byte and emptied again. */
export interface SmallDisk {
  /** A description that is printed with the figures. */
  what: string;
  /** @param server process id of the server that writes there */
  fill(server: number): void;
  makeRoom(server: number): void;
  close(): void;
}

/**
 * Creates `folder` and mounts a separate disk there. Without permission to mount, a file-size limit of zero simulates
 * the full disk for `writers`: writes then fail with EFBIG instead of ENOSPC.
 */
export function openSmallDisk(
  folder: string,
  megabytes: number,
  writers: "the server" | "its PostgreSQL too",
): SmallDisk {
  mkdirSync(folder, { recursive: true });
  try {
    const options = `size=${megabytes}m,mode=0711`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "manabiya-prove", folder], { stdio: "pipe" });
  } catch {
    return withoutDisk(writers);
  }
  // The disk is unmounted however this process ends.
  const interrupt = () => process.exit(130);
  const close = () => {
    process.off("exit", close);
    for (const signal of SIGNALS) process.off(signal, interrupt);
    execFileSync("umount", ["--lazy", folder]);
  };
  process.once("exit", close);
  for (const signal of SIGNALS) process.once(signal, interrupt);
  const ballast = join(folder, BALLAST);
  return {
    what: `a disk of ${megabytes} MB (tmpfs)`,
    fill: () => {
      const file = openSync(ballast, "a", 0o600);
      try {
        for (let chunk = MB; chunk >= 1;) {
          try {
            if (writeSync(file, Buffer.alloc(chunk)) === 0) chunk = Math.floor(chunk / 2);
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
            chunk = Math.floor(chunk / 2);
          }
        }
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    close,
  };
}

function withoutDisk(writers: "the server" | "its PostgreSQL too"): SmallDisk {
  const limit = (server: number, bytes: string) => {
    for (const pid of writers === "the server" ? [server] : processesOf(server)) {
      try {
        execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`], { stdio: "pipe" });
      } catch {
        // The process ended meanwhile.
      }
    }
  };
  return {
    what: "no disk can be mounted here: RLIMIT_FSIZE instead",
    fill: (server) => limit(server, "0"),
    makeRoom: (server) => {
      limit(server, "unlimited");
      // A process started during the first pass inherited the old limit.
      limit(server, "unlimited");
    },
    close: () => {},
  };
}

/** The server, its PostgreSQL and their child processes. */
function processesOf(server: number): number[] {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const all = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const found = [server];
  for (let parents = found; parents.length > 0;) {
    const children = all.flatMap(([pid = 0, parent = 0]) => (parents.includes(parent) ? [pid] : []));
    found.push(...children);
    parents = children;
  }
  return found;
}
