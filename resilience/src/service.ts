import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Members, signIn } from "@manabiya/bench/calls/members.ts";
import type { DataSet } from "@manabiya/bench/data/sets.ts";
import { type BenchDatabase, openSet } from "@manabiya/bench/servers/database.ts";
import { type RunningServer, SECRET, startServer } from "@manabiya/bench/servers/server.ts";

/** The real server as a separate process on generated data, with its own PostgreSQL. */
export interface Service {
  database: BenchDatabase;
  server: RunningServer;
  members: Members;
  dataDir: string;
  close(): Promise<void>;
}

/** Large enough for lists of several pages and for searches with results. */
export const SMALL: DataSet = { name: "S", videos: 200, members: 1_000, history: 20, longestHistory: 200, searches: 0 };

export async function openService(set: DataSet = SMALL, environment: Record<string, string> = {}): Promise<Service> {
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of opened.reverse()) await step();
  };
  try {
    const dataDir = await temporaryFolder();
    opened.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
    // Drills break connections on purpose.
    const database = await openSet(set, null, () => {});
    opened.push(() => database.close());
    const members = await signIn(database.db, Math.min(100, set.members));
    const server = await startServer({
      DATABASE_URL: database.url,
      AUTH_SECRET: SECRET,
      DATA_DIR: dataDir,
      ...environment,
    });
    opened.push(() => server.stop());
    return { database, server, members, dataDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A folder that PostgreSQL's own user may pass through when we are root. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-prove-"));
  await chmod(folder, 0o711);
  return folder;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, "127.0.0.1"), "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

export async function runProgram(
  program: "backup" | "restore" | "manage" | "migrate",
  args: string[],
  environment: Record<string, string>,
  input = "",
): Promise<{ code: number | null; output: string; seconds: number }> {
  const began = performance.now();
  const path = fileURLToPath(new URL(`../../server/src/bin/${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env: { PATH: process.env["PATH"], ...environment } });
  child.stdin.end(input);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output, seconds: (performance.now() - began) / 1000 };
}
