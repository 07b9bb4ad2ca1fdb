import { chmod, chown, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linesOf, wrongOf } from "../../../../test/testing/installation.ts";
import { disk } from "./disk.ts";
import { settings } from "./settings.ts";

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-check-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("a private folder takes a file, returns it and is left empty", async () => {
  const folder = await temporaryFolder();
  const lines = await linesOf(disk, { DATA_DIR: folder });
  expect(lines.slice(0, 3)).toEqual([
    expect.stringMatching(/^ok +DATA_DIR: /),
    expect.stringMatching(/^ok +mode: 700$/),
    expect.stringMatching(/^ok +files: written and read$/),
  ]);
  expect(lines[3]).toMatch(/ free space: \d+\.\d of \d+\.\d GB/);
  expect(await readdir(folder)).toEqual([]);
});

test("names a folder that is missing, that others can read, and that belongs to somebody else", async () => {
  const folder = await temporaryFolder();
  expect(await linesOf(disk, { DATA_DIR: join(folder, "missing") })).toEqual([
    expect.stringMatching(/^wrong +the subject: ENOENT: .* {2}-> the remedy$/),
  ]);
  await chmod(folder, 0o755);
  expect(wrongOf(await linesOf(disk, { DATA_DIR: folder }))).toContainEqual(
    expect.stringMatching(/^wrong +mode: 755 {2}-> chmod 700 /),
  );
  // Only root can give a folder away, and only root can write into that of another user.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, 65_534, 65_534);
  expect(wrongOf(await linesOf(disk, { DATA_DIR: isRoot ? folder : "/" }))).toContainEqual(
    expect.stringMatching(
      isRoot ? /DATA_DIR: .* is of user 65534, .* {2}-> run it as the service's user$/ : /-> the remedy$/,
    ),
  );
});

const AUTH_SECRET = "0123456789abcdef0123456789abcdef";
const VALID = { AUTH_SECRET, STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };

test("names settings that the start would refuse, each in a line of its own", async () => {
  const lines = await linesOf(settings, { ...VALID, AUTH_SECRET: "short", DATABASE_POOL: "1", S3_BUCKET: "films" });
  const remedy = "  -> correct it in the service's environment, and restart";
  expect(wrongOf(lines)).toEqual([
    expect.stringMatching(`settings: DATABASE_POOL: must be a whole number .*${remedy}`),
    expect.stringMatching(`settings: AUTH_SECRET: set at least 32 random characters .*${remedy}`),
    expect.stringMatching(`settings: S3_REGION: set it with the other S3 variables${remedy}`),
    expect.stringMatching("settings: S3_ACCESS_KEY_ID: "),
    expect.stringMatching("settings: S3_SECRET_ACCESS_KEY: "),
  ]);
});

test("names a file of secrets that others can read, and asks for one that it does not know", async () => {
  const settingsFile = join(await temporaryFolder(), "manabiya.env");
  await writeFile(settingsFile, "AUTH_SECRET=…", { mode: 0o640 });
  const line = async () => (await linesOf(settings, VALID, { settingsFile }))[1];
  expect(await line()).toMatch(/^ok +secrets: .*manabiya\.env has mode 640$/);
  await chmod(settingsFile, 0o644);
  expect(await line()).toMatch(/^wrong +secrets: .*has mode 644 {2}-> mode 600; /);
  await rm(settingsFile);
  expect(await line()).toMatch(/^look yourself +secrets: which file holds them\?/);
});

test("compares WORKERS with the cores of this machine, and names the versions", async () => {
  const lines = await linesOf(settings, { ...VALID, WORKERS: "64" });
  expect(wrongOf(lines)).toEqual([expect.stringMatching(/WORKERS: 64 for \d+ cores {2}-> the number of cores/)]);
  expect(lines.at(-1)).toMatch(
    /^ok +versions: Manabiya \d+\.\d+\.\d+, newest migration \d{4}_\S+, Node \d+\.\d+\.\d+$/,
  );
});
