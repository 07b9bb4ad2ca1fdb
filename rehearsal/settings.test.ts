import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { programEnvironment, readOwnSettings } from "./settings.ts";

const PRODUCTION = `
# Settings of a service
SITE_NAME='光の学校'
SITE_INVOICE_NUMBER=T7000012050002
MAIL_FROM="光の学校 <info@example.jp>"
WORKERS=4
SMTP_URL=
PUBLIC_URL=https://example.jp
HOST=10.0.0.5
DATABASE_URL=postgres://manabiya:real-password@10.0.0.9/manabiya
STRIPE_SECRET_KEY=sk_live_realkey
S3_SECRET_ACCESS_KEY=real-bucket-key
`;

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-settings-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "manabiya.env"), text);
  return join(folder, "manabiya.env");
}

test("takes over the names and pages of a site, and no secret, key or address of a production file", async () => {
  const { takenOver, replaced } = readOwnSettings({}, await fileOf(PRODUCTION));
  expect(takenOver).toEqual({
    SITE_NAME: "光の学校",
    SITE_INVOICE_NUMBER: "T7000012050002",
    MAIL_FROM: "光の学校 <info@example.jp>",
    WORKERS: "4",
  });
  expect(replaced).toEqual(["PUBLIC_URL", "DATABASE_URL", "STRIPE_SECRET_KEY", "S3_SECRET_ACCESS_KEY", "HOST"]);
});

test("the programs of a rehearsal get nothing else of the environment", () => {
  const secrets = { STRIPE_SECRET_KEY: "sk_live_realkey", DATABASE_URL: "postgres://real", AUTH_SECRET: "real" };
  const environment = { ...secrets, PATH: "/usr/bin", HOME: "/root", PGPASSWORD: "real", HTTPS_PROXY: "http://proxy" };
  expect(programEnvironment(environment)).toEqual({ PATH: "/usr/bin", HOME: "/root" });
});

test("a variable of the environment wins over the file", async () => {
  const { takenOver } = readOwnSettings({ SITE_NAME: "試しの学校", WORKERS: "" }, await fileOf(PRODUCTION));
  expect(takenOver).toMatchObject({ SITE_NAME: "試しの学校", WORKERS: "4" });
});

test.each(["0.0.0.0", "10.0.0.5", "::", "example.jp"])("refuses HOST=%s, with what to do", (HOST) => {
  expect(() => readOwnSettings({ HOST }, null)).toThrow(`HOST is ${HOST}, but a rehearsal shows every mail`);
});

test.each(["127.0.0.1", "localhost", "::1"])("HOST=%s is this machine", (HOST) => {
  expect(readOwnSettings({ HOST }, null)).toEqual({ takenOver: {}, replaced: ["HOST"] });
});

test.each(["API_HOST", "WEB_ORIGINS"])("refuses %s, whose pages would call the real service", (name) => {
  expect(() => readOwnSettings({ [name]: "https://api.example.jp" }, null)).toThrow(`${name}: the pages were built`);
});

test("names a file that cannot be read", () => {
  expect(() => readOwnSettings({}, "/nowhere/manabiya.env")).toThrow("/nowhere/manabiya.env cannot be read (ENOENT)");
});
