import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { openJournal } from "../../../stripe-sandbox/src/state/journal.ts";
import { expect, onTestFinished, test } from "vitest";
import { storedSecret } from "../crypto/keys.ts";
import { PRODUCTION, startServerProcess } from "../../test/testing/server-process.ts";
import { closeToOthers } from "./private-files.ts";
import { openLocalStorage } from "../files/storage/local-storage.ts";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-private-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Every entry that the group or others may use, with its mode. PostgreSQL's own folder counts, its content does not. */
async function open(folder: string, path = folder): Promise<string[]> {
  const found = await lstat(path);
  const mode = found.mode & 0o777;
  const name = `${relative(folder, path)} ${mode.toString(8)}`;
  const own = (mode & 0o077) === 0 ? [] : [name];
  if (!found.isDirectory() || path === join(folder, "postgres")) return own;
  const below = await Promise.all((await readdir(path)).map((each) => open(folder, join(path, each))));
  return [...own, ...below.flat()];
}

test("films, pictures, uploads in progress, keys and the sandbox are for the service's user only", async () => {
  const dataDir = join(await newFolder(), "data");
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const storage = await openLocalStorage(dataDir);
  const source = join(await newFolder(), "film.webm");
  await writeFile(source, "film", { mode: 0o644 });
  await storage.save("videos", "film.webm", source);
  await storage.write("thumbnails", "cover.webp", Buffer.from("picture"));
  await storage.incoming.append("upload", Buffer.from("half"), 0);
  await storage.finish("videos", "uploaded.webm", "upload", 4);
  await storedSecret(dataDir);
  openJournal(join(dataDir, "sandbox", "journal.jsonl"), () => {}).close();
  expect(await readdir(dataDir, { recursive: true })).toHaveLength(11);
  expect(await open(dataDir)).toEqual([]);
});

/** DATA_DIR as earlier releases made it. */
async function makeEarlier(dataDir: string): Promise<void> {
  for (const folder of ["media/videos", "media/thumbnails", "media/incoming", "sandbox", "outbox"]) {
    await mkdir(join(dataDir, folder), { recursive: true });
  }
  for (const file of [
    "media/videos/film.webm",
    "sandbox/stripe-sandbox.jsonl",
    "auth-secret.old",
    "postgres.log.old",
  ]) {
    await writeFile(join(dataDir, file), "");
  }
  const names = await readdir(dataDir, { recursive: true });
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
    await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
  }
}

test("a start closes what an earlier release left open to others", async () => {
  const dataDir = await newFolder();
  await makeEarlier(dataDir);
  expect((await open(dataDir)).length).toBe(11);
  const server = await startServerProcess({ ...PRODUCTION, DATA_DIR: dataDir });
  await expect.poll(() => readdir(dataDir)).toContain("postgres");
  // As root, PostgreSQL runs as another user, whose group may enter and nothing else.
  expect(await open(dataDir)).toEqual(process.getuid?.() === 0 ? [" 710"] : []);
  expect(await server.stop()).toBe(0);
  expect(
    server
      .log()
      .filter(({ level }) => level >= 40 && level < 60)
      .map(({ msg }) => msg),
  ).not.toContain("others may read files of DATA_DIR");
});

test("a database folder of another user stays reachable for that user", async () => {
  const dataDir = await newFolder();
  await makeEarlier(dataDir);
  await mkdir(join(dataDir, "postgres"), { mode: 0o700 });
  const warned: unknown[] = [];
  if (process.getuid?.() === 0) await chown(join(dataDir, "postgres"), 12_345, 12_346);
  await closeToOthers(dataDir, (error) => warned.push(error));
  const { mode, gid } = await stat(dataDir);
  expect(warned).toEqual([]);
  if (process.getuid?.() === 0) expect([mode & 0o777, gid]).toEqual([0o710, 12_346]);
  else expect(mode & 0o777).toBe(0o700);
});
