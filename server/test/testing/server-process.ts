import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { PROGRAM_ENVIRONMENT } from "./program-environment.ts";

const MAIN = fileURLToPath(new URL("../../src/bin/main.ts", import.meta.url));

/** Minimal settings of production. No server answers at Stripe's address. */
export const PRODUCTION = {
  AUTH_SECRET: "0123456789abcdef0123456789abcdef",
  STRIPE_SECRET_KEY: "sk_test_nobody",
  STRIPE_WEBHOOK_SECRET: "whsec_nobody",
};

interface LogLine {
  pid: number;
  level: number;
  msg: string;
  [field: string]: unknown;
}

export interface ServerProcess {
  process: ChildProcess;
  dataDir: string;
  /** Such as "http://127.0.0.1:41234". */
  url: string;
  /** The output so far. */
  said: () => string;
  /** The log lines so far. */
  log: () => LogLine[];
  /** Sends SIGTERM. @returns the exit code */
  stop: () => Promise<number | null>;
}

/** Runs Node with a file size limit of some 32 kB, which behaves like a full disk. */
export const WITH_SMALL_FILES = ["sh", "-c", 'ulimit -f 64; exec "$0" "$@"', process.execPath];

/**
 * Starts `main.ts` on a free port with its own folder and waits until it serves.
 * @param later registers the clean-up; default: after the test
 */
export async function startServerProcess(
  environment: Record<string, string>,
  [program = process.execPath, ...options]: string[] = [],
  later: (end: () => Promise<void>) => void = onTestFinished,
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-server-"));
  await chmod(folder, 0o711);
  const server = spawn(program, [...options, MAIN], {
    env: { ...PROGRAM_ENVIRONMENT, PORT: "0", DATA_DIR: folder, LOG_LEVEL: "info", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (said += String(text)));
  const isOver = () => server.exitCode !== null || server.signalCode !== null;
  const stop = async () => {
    if (!isOver()) {
      server.kill("SIGTERM");
      await once(server, "exit");
    }
    return server.exitCode;
  };
  later(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const port = () => /http:\/\/localhost:(\d+)/.exec(said)?.[1];
  await expect.poll(() => isOver() || port() !== undefined, { timeout: 50_000, interval: 20 }).toBe(true);
  if (isOver()) throw new Error(`The server ended with ${server.exitCode}:\n${said}`);
  const log = () => said.split("\n").flatMap((line) => (line.startsWith("{") ? [parse(line)] : []));
  return { process: server, dataDir: folder, url: `http://127.0.0.1:${port()}`, said: () => said, log, stop };
}

/** Ignores an incomplete last line. */
function parse(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return { pid: 0, level: 0, msg: "" };
  }
}
