import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_SITE_FORM } from "@manabiya/contract/site/form.ts";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../../../../test/testing/database/test-database.ts";
import { startMailServer, type TestMailServer } from "../../../../test/testing/smtp-server.ts";
import { inspectEnv } from "../../../config/config.ts";
import { check, findingsOf, readInstallation } from "./check.ts";
import { disk } from "./disk.ts";
import { tellOwner } from "./tell-owner.ts";

const OWNER = "owner@example.com";
let mails: TestMailServer;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let environment: Record<string, string>;

beforeAll(async () => {
  mails = await startMailServer();
  database = await createTestDatabase();
});
afterAll(async () => {
  await mails.stop();
  await database.drop();
});
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-told-"));
  environment = { DATA_DIR: folder, DATABASE_URL: database.url, SMTP_URL: mails.url, MAIL_FROM: "office@localhost" };
  mails.taken.length = 0;
  await write(OWNER);
  return () => rm(folder, { recursive: true });
});

async function write(alert_addresses: string | null): Promise<void> {
  const client = new pg.Client(database.url);
  await client.connect();
  const settings = JSON.stringify({ ...NO_SITE_FORM, alert_addresses });
  await client.query("delete from site_settings");
  await client.query("insert into site_settings (revision, settings, changed_at) values (1, $1, now())", [settings]);
  await client.end();
}

const heard = () => mails.taken.splice(0).map(({ envelope: { to }, text = "" }) => ({ to, text }));

/** Looks at DATA_DIR, as a run of the timer does. */
async function look(given = environment): Promise<void> {
  const findings = await findingsOf(["DATA_DIR", disk, "a folder"], readInstallation([], given));
  const wrong = findings.filter(({ result, subject }) => result === "wrong" && subject === "mode");
  await tellOwner(inspectEnv(given).env, wrong, { hide: (text) => text, isWhole: true });
}

test("tells of a wrong line once until it is in order again", async () => {
  const { DATA_DIR = "" } = environment;
  await look();
  expect(heard()).toEqual([]);
  await chmod(DATA_DIR, 0o755);
  await look();
  expect(heard()).toEqual([
    { to: [OWNER], text: expect.stringMatching(/転送してください。[^]*mode: 755 {2}-> chmod 700/) },
  ]);
  await look();
  expect(heard()).toEqual([]);
  await chmod(DATA_DIR, 0o700);
  await look();
  await chmod(DATA_DIR, 0o755);
  await look();
  expect(heard()).toHaveLength(1);
});

test("tells the last known addresses while the database is away", async () => {
  await look();
  await chmod(environment["DATA_DIR"] ?? "", 0o755);
  await look({ ...environment, DATABASE_URL: "postgres://127.0.0.1:1/away" });
  expect(heard().map(({ to }) => to)).toEqual([[OWNER]]);
});

test("tells again after a mail server was away", async () => {
  await look();
  await chmod(environment["DATA_DIR"] ?? "", 0o755);
  await expect(look({ ...environment, SMTP_URL: "smtp://127.0.0.1:1" })).rejects.toThrow("The owner could not be told");
  await look();
  expect(heard()).toHaveLength(1);
});

test("tells nobody without an address, and does not fail", async () => {
  await look();
  await write(null);
  await chmod(environment["DATA_DIR"] ?? "", 0o755);
  await look();
  await look({ ...environment, DATABASE_URL: "postgres://127.0.0.1:1/away" });
  expect(heard()).toEqual([]);
  await write(OWNER);
  await look();
  expect(heard()).toHaveLength(1);
});

test("tells of a unit that failed, each time that it fails after a good look", async () => {
  const fail = () => check(["--mail", "--failed", "manabiya-backup.service"], environment);
  await fail();
  const said = "manabiya-backup.service: failed  -> journalctl --unit manabiya-backup.service";
  expect(heard()).toEqual([{ to: [OWNER], text: expect.stringContaining(said) }]);
  await fail();
  expect(heard()).toEqual([]);
  await look();
  await fail();
  expect(heard()).toHaveLength(1);
});
