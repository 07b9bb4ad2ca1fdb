import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import type { VideoFile } from "@manabiya/contract/staff/video-files.ts";
import sharp, { type Sharp } from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { createAccessTokens } from "../../accounts/sessions/access-token.ts";
import { deriveKey } from "../../crypto/keys.ts";
import { openDatabase } from "../../db/open.ts";
import { createTestDatabase } from "../../../test/testing/database/test-database.ts";
import { createSession, createUser, createVideo } from "../../../test/testing/factories.ts";
import { fileOf } from "../../../test/testing/form.ts";
import { PRODUCTION, startServerProcess, WITH_SMALL_FILES } from "../../../test/testing/server-process.ts";
import { Clock } from "../../../test/testing/clock.ts";

// RLIMIT_FSIZE limits every file of these processes to some 32 kB: a write beyond is cut short, then refused, as on a
// full disk. `npm run prove -- disk-full` fills a real one.
const SMALL = 8 * 1024;
const LARGE = 200 * 1024;

const solid = sharp({ create: { width: 640, height: 360, channels: 3, background: "#1f4478" } });
/** WebP cannot compress noise. */
const noise = sharp({
  create: {
    width: 640,
    height: 360,
    channels: 3,
    background: "#000",
    noise: { type: "gaussian", mean: 128, sigma: 60 },
  },
});
const bytes = async (image: Sharp) => new Uint8Array(await image.png().toBuffer());

async function openServer() {
  const database = await createTestDatabase();
  const db = openDatabase(database.connection, () => {});
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  const server = await startServerProcess({ ...PRODUCTION, DATABASE_URL: database.url }, WITH_SMALL_FILES);
  const now = new Clock();
  now.ms = Date.now();
  const { id } = await createUser(db, now, { is_staff: true });
  const session = await createSession(db, id, now);
  const tokens = createAccessTokens(deriveKey(PRODUCTION.AUTH_SECRET, "access-token"));
  const authorization = `Bearer ${tokens.issue(session, now.now())}`;
  const call = (method: string, path: string, body?: RequestInit["body"], type?: string) =>
    fetch(server.url + path, {
      method,
      headers: { authorization, ...(type && { "content-type": type }) },
      ...(body && { body }),
    });
  return { server, media: join(server.dataDir, "media"), video: await createVideo(db, now), call };
}

const FULL = {
  type: "storage_full",
  error:
    "サーバーの空き容量が足りないため保存できませんでした。管理者に連絡し、しばらくしてから、もう一度お試しください。",
};

test("returns 507 for uploads that do not fit, stores nothing of them, and keeps serving", async () => {
  const { server, media, video, call } = await openServer();
  // A video upload continues at its offset.
  const start = JSON.stringify({ size: 1_000_000 });
  const upload = (await (
    await call("POST", contract.videoFiles.start.url, start, "application/json")
  ).json()) as VideoFile;
  const address = contract.videoFiles.append.url.replace(":id", upload.id);
  const append = (offset: number, length: number) =>
    call("PUT", `${address}?offset=${offset}`, Buffer.alloc(length, offset + 1), "application/octet-stream");
  expect(await (await append(0, SMALL)).json()).toMatchObject({ received: SMALL });
  const refused = await append(SMALL, LARGE);
  expect([refused.status, await refused.json()]).toEqual([507, expect.objectContaining(FULL)]);
  expect(await (await call("GET", address)).json()).toMatchObject({ received: SMALL });
  expect((await stat(join(media, "incoming", upload.id))).size).toBe(SMALL);
  expect(await (await append(SMALL, SMALL)).json()).toMatchObject({ received: 2 * SMALL });
  const received = await readFile(join(media, "incoming", upload.id));
  expect(received.equals(Buffer.concat([Buffer.alloc(SMALL, 1), Buffer.alloc(SMALL, SMALL + 1)]))).toBe(true);
  expect((await call("DELETE", address)).status).toBe(200);

  // A smaller picture is stored afterwards.
  const send = async (content: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.append("thumbnail", fileOf(content, "a.png"));
    return call("POST", contract.adminVideos.setThumbnail.url.replace(":id", String(video.id)), form);
  };
  const large = await send(await bytes(noise));
  expect([large.status, await large.json()]).toEqual([507, expect.objectContaining(FULL)]);
  expect(await readdir(join(media, "thumbnails"))).toEqual([]);
  expect(await readdir(join(media, "incoming"))).toEqual([]);
  expect((await fetch(server.url + contract.subscription.prices.url)).status).toBe(200);
  const changed = (await (await send(await bytes(solid))).json()) as AdminVideo;
  expect((await fetch(server.url + changed.thumbnail)).status).toBe(200);
  expect(server.log()).toContainEqual(
    expect.objectContaining({ msg: "request failed", err: expect.objectContaining({ code: "EFBIG" }) }),
  );
  expect(await server.stop()).toBe(0);
});

test("drops log lines on a full disk, keeps serving, and exits with 0", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-log-"));
  const file = join(folder, "log");
  const log = await open(file, "w");
  onTestFinished(async () => {
    await log.close();
    await rm(folder, { recursive: true });
  });
  const logger = JSON.stringify(fileURLToPath(new URL("../../observability/logger.ts", import.meta.url)));
  const script = `const { createLogger } = await import(${logger});
    const logger = createLogger("info");
    for (let line = 0; line < 1000; line++) logger.info("x".repeat(100));
    process.stderr.write("still here");`;
  const [program, ...words] = [...WITH_SMALL_FILES, "--input-type=module", "--eval", script];
  const child = spawn(program, words, { stdio: ["ignore", log.fd, "pipe"] });
  let said = "";
  child.stderr?.on("data", (chunk) => (said += String(chunk)));
  expect([...(await once(child, "close")), said]).toEqual([0, null, "still here"]);
  expect((await readFile(file)).length).toBeLessThan(70_000);
});
