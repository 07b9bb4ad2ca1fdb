import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { OperatorError } from "@manabiya/server/src/errors/operator-error.ts";
import type { ScratchDatabase } from "./scratch-database.ts";

const run = promisify(execFile);

/** Milliseconds. */
const LONGEST_START = 30_000;

/** Data that may be lost, behind a socket that only this user reaches. */
const OPTIONS = {
  listen_addresses: "",
  port: "5432",
  max_connections: "100",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** A cluster of Debian's PostgreSQL. @param programs such as /usr/lib/postgresql/15/bin @throws OperatorError */
export async function openDebianCluster(folder: string, programs: string): Promise<ScratchDatabase> {
  if (process.getuid?.() === 0) {
    throw new OperatorError("PostgreSQL refuses root: with the kit run `manabiya rehearse`, else another user.");
  }
  const [data, sockets] = [join(folder, "database", "postgres"), join(folder, "sockets")];
  await mkdir(join(folder, "database"), { mode: 0o700 });
  await mkdir(sockets, { mode: 0o700 });
  const words = ["--pgdata", data, "--username", "manabiya", "--auth", "trust", "--encoding", "UTF8", "--no-sync"];
  await run(join(programs, "initdb"), [...words, "--locale", "C.UTF-8"]);
  const settings = Object.entries({ ...OPTIONS, unix_socket_directories: sockets });
  const options = settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // In a group of its own: Ctrl+C reaches the rehearsal, which stops PostgreSQL after the server.
  const server = spawn(join(programs, "postgres"), ["-D", data, ...options], { detached: true, stdio: "ignore" });
  let isStopping = false;
  const ended = once(server, "exit").then(([code]): never => {
    throw new Error(isStopping ? "stopped" : `PostgreSQL ended with ${code}`);
  });
  ended.catch(() => undefined);
  const stop = async () => {
    isStopping = true;
    server.kill("SIGINT");
    await ended.catch(() => undefined);
  };
  const location = `host=${encodeURIComponent(sockets)}`;
  const first = `postgresql:///postgres?${location}&user=manabiya`;
  try {
    for (const end = Date.now() + LONGEST_START; !(await createDatabase(first));) {
      if (Date.now() > end) throw new OperatorError("The PostgreSQL of the rehearsal did not start within 30 s.");
      await Promise.race([pause(50), ended]);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgresql:///manabiya?${location}&user=manabiya`, directory: data, ended, stop };
}

/** @returns false while PostgreSQL does not accept connections */
async function createDatabase(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch {
    return false;
  }
  await client.query("create database manabiya");
  await client.end();
  return true;
}
