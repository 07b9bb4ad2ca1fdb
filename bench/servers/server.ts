import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NODE_FLAGS } from "@manabiya/server/node-flags.mjs";

const MAIN = fileURLToPath(import.meta.resolve("@manabiya/server/src/bin/main.ts"));

/** Signs the tokens of the measured members. */
export const SECRET = "a secret that only the bench and its server know";

export interface RunningServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the real server as a separate process on a free port. */
export async function startServer(environment: Record<string, string>): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "manabiya-bench-files-"));
  const server = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: dataDir,
      AUTH_SECRET: SECRET,
      STRIPE_SECRET_KEY: "sk_test_nobody",
      STRIPE_WEBHOOK_SECRET: "whsec_nobody",
      // The line with the address is of this level; requests are not logged.
      LOG_LEVEL: "info",
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async () => {
    await end(server);
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = await printedAddress(server).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, pid: server.pid ?? 0, stop };
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** The address that the server prints when it is ready. */
export function printedAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(printed);
      if (!address) return;
      server.stdout?.off("data", read).resume();
      // localhost may resolve to IPv6 first, on which the server does not listen.
      resolve(`http://127.0.0.1:${address[1]}`);
    };
    server.stdout?.on("data", read);
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
  });
}
