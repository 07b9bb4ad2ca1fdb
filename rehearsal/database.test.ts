import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newest } from "./database.ts";

async function folderWith(versions: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-postgresql-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const version of versions) {
    await mkdir(join(folder, version, "bin"), { recursive: true });
    await writeFile(join(folder, version, "bin", "initdb"), "");
  }
  return folder;
}

test("takes the newest of Debian's PostgreSQL", async () => {
  const folder = await folderWith(["9.6", "15", "17"]);
  // Only the client is installed.
  await mkdir(join(folder, "18", "bin"), { recursive: true });
  expect(newest(folder)).toBe(join(folder, "17", "bin"));
});

test("says how to install PostgreSQL when there is none, or an old one", async () => {
  expect(() => newest("/nowhere")).toThrow("apt-get install postgresql");
  const folder = await folderWith(["13"]);
  expect(() => newest(folder)).toThrow("There is no PostgreSQL 15 or newer for the rehearsal");
});
