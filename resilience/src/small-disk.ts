import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const MB = 1024 * 1024;
const BALLAST = "ballast";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A place that can be filled to its last byte and have room again. */
export interface SmallDisk {
  /** What it is, for whoever reads the figures. */
  what: string;
  /** Takes all the room that is left. @param server the process that writes there */
  fill(server: number): void;
  makeRoom(server: number): void;
  close(): void;
}

/**
 * A disk of its own at `folder`, which is made, for what `writers` writes. Who may not mount one gets the same disk without an end, whose writers may
 * write no byte more when it is "full": files then fail with EFBIG instead of ENOSPC.
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
  // However this process ends.
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
        // It went meanwhile.
      }
    }
  };
  return {
    what: "no disk of its own may be mounted here: RLIMIT_FSIZE in its place",
    fill: (server) => limit(server, "0"),
    makeRoom: (server) => {
      limit(server, "unlimited");
      // What was started in between has the limit of who started it.
      limit(server, "unlimited");
    },
    close: () => {},
  };
}

/** The server, its PostgreSQL and what they started. */
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
