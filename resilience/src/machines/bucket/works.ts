// Everything that the service does with a bucket that is well.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { openS3Storage } from "@manabiya/server/src/files/storage/s3-storage.ts";
import { deleteExpiredFiles } from "@manabiya/server/src/catalogue/media/delete-expired-files.ts";
import type { MediaStorage } from "@manabiya/server/src/files/storage/storage.ts";
import { runProgram } from "../../service.ts";
import { type Application, BUCKET, type Scene } from "./application.ts";
import { fetched, film } from "./client.ts";
import type { BucketDrill } from "./judge.ts";
import { PAGE } from "./swift.ts";

const MEGABYTE = 1024 * 1024;
const SIZES = [5, 21, 64];
/** Of two sizes each: more objects than one answer of the bucket lists. */
const PICTURES = PAGE / 2 + 1;
const CONCURRENT_WRITES = 25;
const MONTH = 31 * 24 * 60 * 60 * 1000;
const FOREIGN_NAME = "講義 1 + 2.webm";
const OTHER_BUCKET = "restored";

export interface Film {
  content: Buffer<ArrayBuffer>;
  file: string;
  video: number;
}

export type Works = Pick<BucketDrill, "uploads" | "isPlantedFound" | "differences" | "listed" | "restored"> & {
  films: Film[];
};

export async function works(scene: Scene, application: Application): Promise<Works> {
  const storage = await open(scene, BUCKET);
  const { uploads, films } = await upload(application);
  const [first] = films;
  if (first === undefined) throw new Error("no film");
  const isPlantedFound = await findsHalfFilm(scene, application, first);
  const differences = [
    ...(await compareRanges(application, first)),
    ...(await comparePicture(application, first)),
    ...(await compareNames(storage)),
  ];
  const listed = await fillWithOrphans(storage);
  await deleteExpiredFiles(scene.database.db, storage, Date.now() + MONTH);
  const left = (await storage.list("thumbnails")).map(({ name }) => name);
  if (left.some((name) => name.startsWith("orphan"))) differences.push("unused pictures were not deleted");
  if (left.length !== 2) differences.push(`${left.length} files of one used picture are left`);
  return { uploads, films, isPlantedFound, differences, listed, restored: await restoreElsewhere(scene) };
}

async function open({ swift }: Scene, name: string): Promise<MediaStorage> {
  const settings = swift.settings(name);
  return openS3Storage({
    bucket: name,
    region: settings["S3_REGION"] ?? "",
    endpoint: settings["S3_ENDPOINT"] ?? null,
    accessKeyId: settings["S3_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: settings["S3_SECRET_ACCESS_KEY"] ?? "",
  });
}

export async function upload(
  { staff: uploader, client }: Application,
  sizes = SIZES,
): Promise<Pick<Works, "uploads" | "films">> {
  const uploads: Works["uploads"] = [];
  const films: Film[] = [];
  for (const megabytes of sizes) {
    const content = film(megabytes * MEGABYTE + 77);
    const began = performance.now();
    const file = await uploader.complete(await uploader.startUpload(content.length), content);
    const seconds = (performance.now() - began) / 1000;
    const video = await uploader.publish(file);
    const { content: got } = await fetched(await client(1).addressOf(video));
    uploads.push({ megabytes, seconds, isSame: got.equals(content) });
    console.log(`${megabytes} MB stored in ${seconds.toFixed(1)} s`);
    films.push({ content, file, video });
  }
  return { uploads, films };
}

async function compareRanges({ client }: Application, { content, video }: Film): Promise<string[]> {
  const address = await client(1).addressOf(video);
  const size = content.length;
  const etag = (await fetched(address)).etag ?? "";
  const expected: [headers: Record<string, string>, status: number, from: number, to: number][] = [
    [{ range: "bytes=1000-1999" }, 206, 1_000, 2_000],
    [{ range: "bytes=-500" }, 206, size - 500, size],
    [{ range: `bytes=${size - 10}-` }, 206, size - 10, size],
    [{ range: `bytes=${size}-` }, 416, 0, 0],
    [{ range: "bytes=0-9", "if-range": etag }, 206, 0, 10],
    [{ range: "bytes=0-9", "if-range": '"another"' }, 200, 0, size],
  ];
  const differences: string[] = [];
  for (const [headers, status, from, to] of expected) {
    const got = await fetched(address, headers);
    const isRight = got.status === status && got.content.equals(content.subarray(from, to));
    if (!isRight) differences.push(`${JSON.stringify(headers)}: ${got.status} with ${got.content.length} bytes`);
  }
  return differences;
}

/** The planted error. @returns whether half of a film, from a bucket that says it is all, is known as half */
async function findsHalfFilm({ network }: Scene, { client }: Application, { content, video }: Film): Promise<boolean> {
  network.weather = "truncating";
  const got = await fetched(await client(1).addressOf(video));
  network.weather = "clear";
  console.log(`planted half film: ${got.content.length} of ${content.length} bytes, with status ${got.status}`);
  return got.content.length > 0 && !got.content.equals(content);
}

async function comparePicture({ staff: uploader, url }: Application, { video }: Film): Promise<string[]> {
  const set = await uploader.sendPicture(video);
  const shown = await fetched(url + String(set.body.thumbnail));
  const size = await sharp(shown.content)
    .metadata()
    .catch(() => null);
  return size?.width === 640 ? [] : [`a picture: ${set.status}, then ${shown.status}`];
}

async function compareNames(storage: MediaStorage): Promise<string[]> {
  await storage.write("videos", FOREIGN_NAME, film(100));
  await storage.touch("videos", FOREIGN_NAME);
  const isListed = (await storage.list("videos")).some(({ name }) => name === FOREIGN_NAME);
  const isThere = await storage.has("videos", FOREIGN_NAME);
  await storage.remove("videos", FOREIGN_NAME);
  const isGone = !(await storage.has("videos", FOREIGN_NAME));
  return isListed && isThere && isGone ? [] : [`the name ${FOREIGN_NAME}`];
}

async function fillWithOrphans(storage: MediaStorage): Promise<number> {
  const names = Array.from({ length: PICTURES }, (_, n) => [`orphan-${n}-640.webp`, `orphan-${n}-320.webp`]).flat();
  for (let at = 0; at < names.length; at += CONCURRENT_WRITES) {
    const some = names.slice(at, at + CONCURRENT_WRITES);
    await Promise.all(some.map((name) => storage.write("thumbnails", name, new Uint8Array([1]))));
  }
  return (await storage.list("thumbnails")).length;
}

/** A backup of the bucket, restored into another one with another database. */
async function restoreElsewhere(scene: Scene): Promise<Works["restored"]> {
  const { swift, database, folder } = scene;
  const backup = join(folder, "backup");
  const dataDir = join(folder, "restored");
  await Promise.all([mkdir(dataDir), swift.makeBucket(OTHER_BUCKET)]);
  const saved = await runProgram("backup", ["--to", backup], {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, "works"),
    ...swift.settings(BUCKET),
  });
  if (saved.code !== 0) throw new Error(saved.output);
  const restored = await runProgram("restore", ["--from", backup], {
    DATA_DIR: dataDir,
    ...swift.settings(OTHER_BUCKET),
  });
  if (restored.code !== 0) throw new Error(restored.output);
  console.log(`backup ${saved.seconds.toFixed(1)} s, restore ${restored.seconds.toFixed(1)} s`);
  const [one, other] = [await open(scene, BUCKET), await open(scene, OTHER_BUCKET)];
  const differing: string[] = [];
  let files = 0;
  for (const kind of ["videos", "thumbnails"] as const) {
    for (const { name } of await one.list(kind)) {
      files += 1;
      const [was, is] = [await bytesOf(one, kind, name), await bytesOf(other, kind, name)];
      if (is === null || !was?.equals(is)) differing.push(name);
    }
  }
  return { files, differing };
}

async function bytesOf(storage: MediaStorage, kind: "videos" | "thumbnails", name: string): Promise<Buffer | null> {
  const source = storage.source(kind);
  const found = "read" in source ? await source.read(name, {}) : null;
  return found === null || found === "unsatisfiable" ? null : Buffer.concat(await found.stream.toArray());
}
