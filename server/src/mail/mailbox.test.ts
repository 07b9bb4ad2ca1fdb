import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contract } from "@manabiya/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../db/open.ts";
import { createTestDatabase, type TestDatabase } from "../db/test-database.ts";
import { createUser } from "../testing/factories.ts";
import { PROGRAM_ENVIRONMENT } from "../testing/program-environment.ts";
import { startMailServer } from "../testing/smtp-server.ts";
import { Clock } from "../testing/test-app.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const SLOW = 60_000;

let folder: string;
let database: TestDatabase;
let server: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "manabiya-mailbox-"));
  database = await createTestDatabase();
});

afterEach(async () => {
  if (server?.exitCode === null) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  await database.drop();
  await rm(folder, { recursive: true });
});

/** The server as operators start it. @returns its address */
async function start(environment: Record<string, string>): Promise<string> {
  const started = spawn(process.execPath, [MAIN], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      PORT: "0",
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      LOG_LEVEL: "error",
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  server = started;
  let said = "";
  started.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const address = () => /http:\/\/localhost:\d+/.exec(said)?.[0];
  await expect.poll(address, { timeout: SLOW }).toBeDefined();
  return address() ?? "";
}

function post(address: string, path: string, body: object) {
  return fetch(address + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

test(
  "in the demo the link to a new password is found by clicking",
  async () => {
    const address = await start({ DEMO: "1" });
    const email = "member@example.com";
    const mailbox = () => fetch(`${address}/sandbox/`);
    expect(await (await mailbox()).text()).toContain("メールはまだ届いていません。");
    expect((await post(address, contract.auth.requestPasswordReset.url, { email })).status).toBe(200);
    const link = async () =>
      /<a href="(http[^"]+\/reset-password\?token=[^"]+)"/.exec(await (await mailbox()).text())?.[1];
    await expect.poll(link, { timeout: SLOW }).toBeDefined();
    const target = new URL((await link()) ?? "");
    expect(target.origin).toBe(address);

    const response = await mailbox();
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const page = await response.text();
    expect(page).toContain("【学び舎】パスワードの再設定");
    expect(page).toContain(email);
    expect(page).not.toContain("<script");
    const style = await fetch(address + (/href="(\/sandbox\/[^"]+\.css)"/.exec(page)?.[1] ?? ""));
    expect(style.headers.get("content-type")).toContain("text/css");

    const password = "potato-stew-52";
    const change = {
      token: target.searchParams.get("token"),
      new_password: password,
      new_password2: password,
    };
    expect((await post(address, contract.auth.confirmPasswordReset.url, change)).status).toBe(200);
    expect((await post(address, contract.auth.login.url, { email, password })).status).toBe(200);
  },
  SLOW,
);

test(
  "with a mail server mails go there, and the demo shows none",
  async () => {
    const mails = await startMailServer();
    const address = await start({ DEMO: "1", SMTP_URL: mails.url, MAIL_FROM: "事務局 <office@example.com>" });
    await post(address, contract.auth.requestPasswordReset.url, { email: "member@example.com" });
    await expect.poll(() => mails.taken.length, { timeout: SLOW }).toBe(1);
    expect(await (await fetch(`${address}/sandbox/`)).text()).not.toContain('id="mails"');
    expect(mails.taken[0]?.from).toEqual({ name: "事務局", address: "office@example.com" });
    expect(await readdir(folder)).not.toContain("outbox");
    await mails.stop();
  },
  SLOW,
);

test(
  "outside the demo there is no mailbox; mails become files",
  async () => {
    const db = openDatabase(database.connection, () => {});
    const { email } = await createUser(db, new Clock(), { email: "someone@example.net" });
    await db.close();
    const address = await start({
      AUTH_SECRET: "0123456789abcdef0123456789abcdef",
      STRIPE_SECRET_KEY: "sk_test_nobody",
      STRIPE_WEBHOOK_SECRET: "whsec_nobody",
    });
    for (const path of ["/sandbox/", "/sandbox", "/sandbox/mailbox.css"]) {
      expect((await fetch(address + path)).status).toBe(404);
    }
    await post(address, contract.auth.requestPasswordReset.url, { email });
    const files = () => readdir(join(folder, "outbox"));
    await expect.poll(files, { timeout: SLOW }).toEqual([expect.stringMatching(/\.eml$/)]);
  },
  SLOW,
);
