import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "./testing/database/test-database.ts";
import { openDatabase } from "../src/db/open.ts";
import { readEnv } from "../src/config/config.ts";
import { createLogger } from "../src/observability/logger.ts";
import { closeAll, prepareFoundation, type Opened } from "../src/runtime/foundation.ts";
import { OperatorError } from "../src/errors/operator-error.ts";
import { refuseDemoAccounts } from "../src/seed/demo-accounts.ts";
import { createUser } from "./testing/factories.ts";
import { PROGRAM_ENVIRONMENT } from "./testing/program-environment.ts";
import { PRODUCTION } from "./testing/server-process.ts";
import { Clock } from "./testing/clock.ts";

const MAIN = fileURLToPath(new URL("../src/bin/main.ts", import.meta.url));

let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "manabiya-startup-"));
  // When we are root, PostgreSQL's user must be able to enter it, or the databases would go to a system folder.
  await chmod(folder, 0o755);
});

afterAll(async () => {
  await Promise.all(running.filter(({ exitCode }) => exitCode === null).map(end));
  await rm(folder, { recursive: true });
});

async function end(server: ChildProcess): Promise<void> {
  server.kill("SIGTERM");
  await once(server, "exit");
}

function start(environment: Record<string, string>) {
  const server = spawn(process.execPath, [MAIN], {
    env: { ...PROGRAM_ENVIRONMENT, PORT: "0", DATA_DIR: join(folder, "data"), LOG_LEVEL: "error", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(server);
  let said = "";
  server.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  server.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { server, said: () => said };
}

/** @returns exit code and output */
async function refusal(environment: Record<string, string>): Promise<[number | null, string]> {
  const { server, said } = start(environment);
  const [code] = (await once(server, "exit")) as [number | null];
  return [code, said()];
}

test("exits with 1 and one sentence when the port is in use, and creates nothing", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const DATA_DIR = join(folder, "never-made");
  const [code, said] = await refusal({ DEMO: "1", PORT: String(port), DATA_DIR });
  other.close();
  expect(code).toBe(1);
  expect(said).toBe(`Port ${port} on 127.0.0.1 is in use: stop what listens there or set PORT to another one.\n`);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test("leaves no PostgreSQL behind when stopped during its start", async () => {
  const DATA_DIR = join(folder, "cut-short");
  const pidFile = join(DATA_DIR, "postgres", "postmaster.pid");
  const { server, said } = start({ DEMO: "1", DATA_DIR });
  const ended = once(server, "exit");
  await expect.poll(() => existsSync(pidFile), { timeout: 60_000 }).toBe(true);
  server.kill("SIGTERM");
  expect(await ended, said()).toEqual([0, null]);
  expect(existsSync(pidFile)).toBe(false);
});

test("lists every invalid setting at once", async () => {
  const [code, said] = await refusal({ PORT: "eighty", DATABASE_URL: "mysql://x", SITE_FAQ_URL: "faq" });
  expect(code).toBe(1);
  for (const name of ["PORT", "DATABASE_URL", "SITE_FAQ_URL", "AUTH_SECRET", "STRIPE_SECRET_KEY"])
    expect(said).toContain(name);
  expect(said.trim()).not.toContain("\n");
});

/** The error of a start, up to its database. */
async function refusedFoundation(environment: Record<string, string>): Promise<string> {
  const opened: Opened = [];
  const prepared = prepareFoundation(readEnv({ PORT: "0", ...environment }), opened, createLogger("silent"));
  const error: unknown = await prepared.then(
    () => null,
    (error: unknown) => error,
  );
  await closeAll(opened);
  if (!(error instanceof OperatorError)) throw new Error("no OperatorError", { cause: error });
  return error.message;
}

test("refuses a DATA_DIR that cannot be created", async () => {
  await writeFile(join(folder, "file"), "");
  const said = await refusedFoundation({ DEMO: "1", DATA_DIR: join(folder, "file", "data") });
  expect(said).toMatch(/^[^\n]*file[^\n]*\.$/);
});

test("refuses a missing database and wrong credentials", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const DATABASE_URL = `postgres://somebody:secret@127.0.0.1:${port}/manabiya`;
  expect(await refusedFoundation({ ...PRODUCTION, DATABASE_URL })).toBe(
    `The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.`,
  );
  const { url, drop } = await createTestDatabase();
  const said = await refusedFoundation({ ...PRODUCTION, DATABASE_URL: `${url}_that_is_not_there` });
  await drop();
  expect(said).toMatch(/^The database of DATABASE_URL cannot be reached: .*does not exist\.$/);
});

test("refuses demo accounts in a production database, and no stranger who signed up with such an address", async () => {
  const { url, connection, drop } = await createTestDatabase();
  const db = openDatabase(connection, () => {});
  const clock = new Clock();
  await createUser(db, clock, { email: "trial@example.com", email_verified_at: null });
  await refuseDemoAccounts(db);
  await createUser(db, clock, { email: "member@example.com", email_verified_at: clock.daysAgo(1) });
  await db.close();
  const said = await refusedFoundation({ ...PRODUCTION, DATABASE_URL: url });
  await drop();
  expect(said).toMatch(/^This database holds demo accounts \(member@example\.com …\)/);
});
