import { contract } from "@manabiya/contract";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VideoFile } from "@manabiya/contract/staff/video-files.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { openS3Storage } from "../files/storage/s3-storage.ts";
import type { MediaStorage } from "../files/storage/storage.ts";
import { startBuckets } from "../../test/testing/bucket.ts";
import { staffCalls } from "../../test/testing/staff-calls.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { restoreBackup } from "./restore.ts";
import { takeBackup } from "./take.ts";

let buckets: Awaited<ReturnType<typeof startBuckets>>;
let full: MediaStorage;

const t = useTestApp({
  openStorage: async () => {
    buckets = await startBuckets(["full", "empty"]);
    return (full = await openS3Storage(buckets.settings("full")));
  },
});
const FILM = randomBytes(3_000_000);
const PART = randomBytes(1_000_000);
let upload: string;

beforeAll(async () => {
  const me = await staffCalls(t).staff();
  upload = (await me.call(contract.videoFiles.start, {}, { size: 2_500_000 })).json<VideoFile>().id;
  for (const [position, bytes] of [
    [0, PART],
    [PART.length, PART],
  ] as const)
    await full.incoming.append(upload, bytes, position);
  await full.write("videos", "film.webm", FILM);
  await full.write("thumbnails", "cover-640.webp", randomBytes(500));
  await full.write("videos", "somebody's film.webm", randomBytes(9));
});

afterAll(() => buckets.close());

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-backup-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};

const bytesOf = async (storage: MediaStorage, name: string) => {
  const source = storage.source("videos");
  const found = "read" in source ? await source.read(name, {}) : null;
  return found === null || found === "unsatisfiable" ? null : Buffer.concat(await found.stream.toArray());
};

test("backs up a bucket's files and restores them into another bucket or a folder", async () => {
  const folder = await newFolder();
  const warned: string[] = [];
  const manifest = await takeBackup({ config: t.connection, dataDir: t.dataDir, bucket: full }, folder, (line) =>
    warned.push(line),
  );
  expect(manifest.files.map(({ path, bytes }) => [path, bytes])).toEqual([
    ["media/videos/film.webm", FILM.length],
    ["media/thumbnails/cover-640.webp", 500],
    [`media/incoming/${upload}`, 2 * PART.length],
  ]);
  // A foreign name must not make the whole backup unreadable.
  expect(warned).toEqual([expect.stringContaining("somebody's film.webm has no name that the service gives")]);

  const empty = await openS3Storage(buckets.settings("empty"));
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const location = { config: database.connection, dataDir: await newFolder(), bucket: empty };
  await restoreBackup(location, folder, { replace: false });
  expect((await bytesOf(empty, "film.webm"))?.equals(FILM)).toBe(true);
  const coming = Buffer.concat(await (await empty.incoming.read(upload)).toArray());
  expect(coming.equals(Buffer.concat([PART, PART]))).toBe(true);

  await empty.write("videos", "film.webm", Buffer.from("another film"));
  const emptyDatabase = await createTestDatabase();
  onTestFinished(() => emptyDatabase.drop());
  const occupied = { ...location, config: emptyDatabase.connection };
  await expect(restoreBackup(occupied, folder, { replace: false })).rejects.toThrow(
    "There is another media/videos/film.webm",
  );
  const onDisk = { ...occupied, bucket: null };
  await restoreBackup(onDisk, folder, { replace: false });
  expect((await readFile(join(onDisk.dataDir, "media/videos/film.webm"))).equals(FILM)).toBe(true);

  // A damaged byte is found before anything is changed.
  const damaged = Buffer.from(FILM);
  damaged.writeUInt8(255 - damaged.readUInt8());
  await writeFile(join(folder, "files/media/videos/film.webm"), damaged);
  await expect(restoreBackup(location, folder, { replace: true })).rejects.toThrow("changed or damaged");
  expect((await bytesOf(empty, "film.webm"))?.toString()).toBe("another film");
});
