import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
let address: string;

beforeAll(async () => {
  await writeFile(join(t.dataDir, "media/videos/clip.webm"), "0123456789");
  await writeFile(join(t.dataDir, "media/videos/other.webm"), "other");
  await writeFile(join(t.dataDir, "media/thumbnails/picture-640.webp"), "picture");
  const video = await createVideo(t.db, t.clock, { host: "file", video_id: "clip.webm" });
  const headers = await t.as((await createUser(t.db, t.clock)).id);
  const detail = await t.app.inject({ url: contract.videos.get.url.replace(":id", String(video.id)), headers });
  address = detail.json().source_url;
});

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });

describe("a stored video", () => {
  test("plays from its signed URL, whole and in byte ranges", async () => {
    const whole = await get(address);
    expect(whole.statusCode).toBe(200);
    expect(whole.headers["accept-ranges"]).toBe("bytes");
    expect(whole.headers["content-type"]).toBe("video/webm");
    const part = await get(address, { range: "bytes=3-5" });
    expect([part.statusCode, part.body, part.headers["content-range"]]).toEqual([206, "345", "bytes 3-5/10"]);
    const end = await get(address, { range: "bytes=-2" });
    expect([end.statusCode, end.body]).toEqual([206, "89"]);
    expect((await get(address, { range: "bytes=99-" })).statusCode).toBe(416);
  });

  test("is refused without a valid signature of its own", async () => {
    const altered = address.replace(/sig=./, (start) => (start.endsWith("A") ? "sig=B" : "sig=A"));
    const longer = address.replace(/exp=\d+/, (text) => `exp=${Number(text.slice(4)) + 1}`);
    const another = address.replace("clip.webm", "other.webm");
    for (const url of ["/media/videos/clip.webm", altered, longer, another, `${address}&sig=x`]) {
      expect((await get(url)).statusCode, url).toBeGreaterThanOrEqual(400);
      expect((await get(url)).statusCode, url).toBeLessThan(500);
    }
  });

  test("has a URL that expires after four hours", async () => {
    t.clock.advance({ minutes: 4 * 60 - 1 });
    expect((await get(address)).statusCode).toBe(200);
    t.clock.advance({ minutes: 1 });
    const expired = await get(address);
    expect(expired.statusCode).toBe(403);
    expect(expired.json().type).toBe("address_expired");
    t.clock.advance({ minutes: -4 * 60 });
  });
});

describe("pictures", () => {
  test("are public and immutable", async () => {
    const response = await get("/media/thumbnails/picture-640.webp");
    expect(response.statusCode).toBe(200);
    expect(response.headers["cache-control"]).toContain("immutable");
  });

  test.each([
    "/media/thumbnails/..%2f..%2fauth-secret",
    "/media/thumbnails/none.webp",
    "/media/auth-secret",
    "/media/",
  ])("%s is not there", async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
  });
});
