import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuckets } from "../../../test/testing/bucket.ts";
import { mp4Film, webmFilm } from "../../../test/testing/films.ts";
import { openLocalStorage } from "../../files/storage/local-storage.ts";
import { openS3Storage } from "../../files/storage/s3-storage.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";
import { checkFile } from "./file-head.ts";

const MP4 = mp4Film();

describe.each(["folder", "bucket"])("in a %s", (kind) => {
  let storage: MediaStorage;
  let takeAway: () => Promise<void>;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "manabiya-heads-"));
    if (kind === "folder") {
      storage = await openLocalStorage(folder);
      takeAway = () => rename(join(folder, "media"), join(folder, "elsewhere"));
    } else {
      const buckets = await startBuckets(["files"]);
      storage = await openS3Storage(buckets.settings("files"));
      takeAway = () => buckets.close();
    }
    await storage.write("videos", "film.mp4", MP4);
    await storage.write("videos", "unfinished.mp4", mp4Film({ hasIndex: false }));
    await storage.write("videos", "song.webm", webmFilm(["A_OPUS"]));
    await storage.write("videos", "page.mp4", Buffer.from("<html>".repeat(50)));
    await storage.write("videos", "empty.mp4", Buffer.alloc(0));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const check = (name: string) => checkFile(storage, name, AbortSignal.timeout(4_000));

  test("reads from a file whether browsers can play it", async () => {
    expect(await check("film.mp4")).toBe("plays");
    expect(await check("page.mp4")).toBe("unreadable");
    expect(await check("unfinished.mp4")).toBe("unreadable");
    expect(await check("song.webm")).toBe("unreadable");
    expect(await check("empty.mp4")).toBe("unreadable");
    expect(await check("missing.mp4")).toBe("removed");
  });

  test("calls a storage that is away unclear", async () => {
    await takeAway();
    expect(await check("film.mp4")).toMatchObject({ retryAfter: null });
  });
});
