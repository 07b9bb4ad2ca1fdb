import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NODE_FLAGS } from "@manabiya/server/node-flags.mjs";
import { end, printedAddress } from "../servers/server.ts";

const MAIN = fileURLToPath(import.meta.resolve("@manabiya/server/src/bin/main.ts"));

/** Seconds of the demo's second start, with its database, until it is ready. */
export async function timeSecondStart(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), "manabiya-bench-start-"));
  try {
    await timeStart(dataDir);
    return await timeStart(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timeStart(dataDir: string): Promise<number> {
  const started = performance.now();
  const server = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    env: { ...process.env, DEMO: "1", PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await printedAddress(server);
    const response = await fetch(`${url}/health/ready`);
    if (!response.ok) throw new Error(`The server is not ready: ${response.status}`);
    return (performance.now() - started) / 1000;
  } finally {
    await end(server);
  }
}
