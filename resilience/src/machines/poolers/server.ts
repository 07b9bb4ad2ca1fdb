import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SECRET } from "@manabiya/bench/servers/server.ts";
import { NODE_FLAGS } from "@manabiya/server/node-flags.mjs";
import { root } from "../../../../scripts/quiet-run.mjs";
import { freePort } from "../../service.ts";
import { Program } from "../program.ts";

const MAIN = fileURLToPath(import.meta.resolve("@manabiya/server/src/bin/main.ts"));

/** The server as a process whose log the drill reads. */
export interface Serving {
  url: string;
  log: () => Promise<string>;
  stop: () => Promise<void>;
}

/** The settings of a server, and of the commands beside it. */
export function settingsOf(databaseUrl: string, pooler: string, dataDir: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_POOLER: pooler,
    DATA_DIR: dataDir,
    AUTH_SECRET: SECRET,
    STRIPE_SECRET_KEY: "sk_test_nobody",
    STRIPE_WEBHOOK_SECRET: "whsec_nobody",
    // No address answers there, and none outside is asked.
    STRIPE_API_URL: "http://127.0.0.1:9",
  };
}

/** @param pooler DATABASE_POOLER; empty: not set @throws with the end of the log when the server refuses to start */
export async function startServing(databaseUrl: string, pooler: string, folder: string): Promise<Serving> {
  const port = await freePort();
  const dataDir = join(folder, `server-${port}`);
  await mkdir(dataDir);
  const logFile = join(dataDir, "log");
  const environment = { ...settingsOf(databaseUrl, pooler, dataDir), PORT: String(port) };
  const program = new Program(process.execPath, [...NODE_FLAGS, MAIN], { logFile, environment, folder: root });
  program.start();
  await program.listens(port);
  return { url: `http://127.0.0.1:${port}`, log: () => readFile(logFile, "utf8"), stop: () => program.end() };
}
