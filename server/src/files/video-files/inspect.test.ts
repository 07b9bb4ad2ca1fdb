import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuckets } from "../../../test/testing/bucket.ts";
import { mp4Film, webmFilm } from "../../../test/testing/films.ts";
import { openLocalStorage } from "../storage/local-storage.ts";
import { openS3Storage } from "../storage/s3-storage.ts";
import type { MediaStorage } from "../storage/storage.ts";
import { inspectFilm } from "./inspect.ts";

const CLIPS = resolve(import.meta.dirname, "../../../../demo/content/clips");

/** With a box whose size takes 64 bits, as recorders write for films above 4 GB. */
function withLongMdat(): Buffer {
  const film = mp4Film({ isIndexLast: true });
  const at = film.indexOf("mdat") - 4;
  const short = film.readUInt32BE(at);
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write("mdat", 4);
  head.writeBigUInt64BE(BigInt(short + 8), 8);
  return Buffer.concat([film.subarray(0, at), head, film.subarray(at + 8)]);
}

const withoutSize = (film: Buffer) => {
  const segment = film.indexOf(Buffer.from("18538067", "hex"));
  return Buffer.concat([
    film.subarray(0, segment + 4),
    Buffer.from("01ffffffffffffff", "hex"),
    film.subarray(segment + 8),
  ]);
};

const FILMS: [name: string, film: Buffer, error: string | null, codec?: string][] = [
  ["an MP4", mp4Film(), null, "avc1"],
  ["an MP4 with its index at the end", mp4Film({ isIndexLast: true }), null, "avc1"],
  ["an MP4 with a long box", withLongMdat(), null, "avc1"],
  ["an MP4 followed by zeros", Buffer.concat([mp4Film(), Buffer.alloc(500)]), null, "avc1"],
  [
    "a MOV of an iPhone",
    mp4Film({
      brand: "qt  ",
      tracks: [
        ["vide", "hvc1"],
        ["soun", "mp4a"],
      ],
    }),
    null,
    "hvc1",
  ],
  ["AV1 in MP4", mp4Film({ tracks: [["vide", "av01"]] }), null, "av01"],
  ["a WebM", webmFilm(), null, "V_VP9"],
  ["a recording of a browser", withoutSize(webmFilm(["V_VP8"])), null, "V_VP8"],
  ["an MP4 without its index", mp4Film({ hasIndex: false }), "no-index"],
  ["an MP4 cut before its index", mp4Film({ isIndexLast: true }).subarray(0, 1_500), "no-index"],
  ["an MP4 cut within its index", mp4Film({ isIndexLast: true }).subarray(0, -20), "cut"],
  ["an MP4 cut within its pictures", mp4Film().subarray(0, -1), "cut"],
  [
    "zeros after a file type",
    Buffer.concat([mp4Film({ hasIndex: false }).subarray(0, 32), Buffer.alloc(3_000)]),
    "no-index",
  ],
  ["a song", mp4Film({ brand: "M4A ", tracks: [["soun", "mp4a"]] }), "no-picture"],
  ["an MP4 with subtitles alone", mp4Film({ tracks: [["sbtl", "tx3g"]] }), "no-picture"],
  ["a MOV of an editing program", mp4Film({ brand: "qt  ", tracks: [["vide", "apcn"]] }), "codec", "apcn"],
  ["MPEG-4 part 2", mp4Film({ tracks: [["vide", "mp4v"]] }), "codec", "mp4v"],
  ["a WebM of sound", webmFilm(["A_OPUS"]), "no-picture"],
  ["a WebM without tracks", webmFilm([]), "no-index"],
  ["a WebM that was cut", webmFilm().subarray(0, -1), "cut"],
  ["a WebM cut in its beginning", webmFilm().subarray(0, 30), "cut"],
  ["another codec", webmFilm(["V_MPEG4/ISO/ASP"]), "codec", "V_MPEG4/ISO/ASP"],
  ["a page", Buffer.from("<html>".repeat(50)), "other"],
  ["nothing", Buffer.alloc(0), "other"],
];

describe.each(["folder", "bucket"])("in a %s", (kind) => {
  let storage: MediaStorage;
  let folder: string;
  let close = async () => {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "manabiya-films-"));
    if (kind === "folder") storage = await openLocalStorage(folder);
    else {
      const buckets = await startBuckets(["files"]);
      close = () => buckets.close();
      storage = await openS3Storage(buckets.settings("files"));
    }
  });
  afterAll(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(FILMS)("%s", async (_name, film, error, codec) => {
    await storage.write("videos", "film.mp4", film);
    expect(await inspectFilm(storage, "film.mp4")).toEqual({ error, codec: codec ?? null });
  });

  test("a missing film is none", async () => {
    expect(await inspectFilm(storage, "missing.mp4")).toBeNull();
  });
});

test("every clip of the demo plays until it is cut, wherever that is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-films-"));
  try {
    const storage = await openLocalStorage(folder);
    const names = (await readdir(CLIPS)).filter((name) => name.endsWith(".webm"));
    expect(names.length).toBeGreaterThan(10);
    for (const [index, name] of names.entries()) {
      const clip = await readFile(join(CLIPS, name));
      await storage.write("videos", "clip.webm", clip);
      expect((await inspectFilm(storage, "clip.webm"))?.error, name).toBeNull();
      await storage.write(
        "videos",
        "clip.webm",
        clip.subarray(0, Math.floor((clip.length * (index + 1)) / (names.length + 1))),
      );
      expect((await inspectFilm(storage, "clip.webm"))?.error, name).toBe("cut");
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
