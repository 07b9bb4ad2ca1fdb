import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { TEST_SECRET, useTestApp } from "../../../test/testing/test-app.ts";
import { endSessions } from "../../accounts/passwords/new-password.ts";
import { createAccessTokens } from "../../accounts/sessions/access-token.ts";
import { deriveKey } from "../../crypto/keys.ts";

const t = useTestApp();
let address: string;
let videoId: number;

interface Headers {
  authorization: string;
  [name: string]: string;
}

const detailUrl = () => contract.videos.get.url.replace(":id", String(videoId));

/** A member on the video's page, with the video's URL. */
async function opened() {
  const user = await createUser(t.db, t.clock);
  const headers = await t.as(user.id);
  const { source_url: url } = (await t.app.inject({ url: detailUrl(), headers })).json<{ source_url: string }>();
  return { user, headers, url };
}

const SESSION = /(?<=\.)[\da-f-]{36}(?=\.)/;
const sessionOf = (url: string) => SESSION.exec(url)?.[0] ?? "";

/** A fresh access token of the URL's session. */
async function tokenOf(url: string): Promise<Headers> {
  const tokens = createAccessTokens(deriveKey(TEST_SECRET, "access-token"));
  return { authorization: `Bearer ${tokens.issue(sessionOf(url), t.clock.now())}` };
}

beforeAll(async () => {
  await writeFile(join(t.dataDir, "media/videos/clip.webm"), "0123456789");
  await writeFile(join(t.dataDir, "media/videos/other.webm"), "other");
  await writeFile(join(t.dataDir, "media/thumbnails/picture-640.webp"), "picture");
  const video = await createVideo(t.db, t.clock, { host: "file", video_id: "clip.webm" });
  videoId = video.id;
  address = (await opened()).url;
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
    const altered = address.replace(/\.[\w-]{4}(?=[\w-]*\/)/, ".AAAA");
    const longer = address.replace(/(?<=films\/)\d+/, (exp) => String(Number(exp) + 1));
    const another = address.replaceAll("clip.webm", "other.webm");
    const beside = address.replace(/[^/]+$/, "other.webm");
    const { url: foreign } = await opened();
    const ofAnother = address.replace(SESSION, sessionOf(foreign));
    const unsigned = ["/media/films/clip.webm", "/media/films/1.2.3/clip.webm/clip.webm", "/media/videos/clip.webm"];
    for (const url of [...unsigned, altered, longer, another, beside, ofAnother]) {
      expect((await get(url)).statusCode, url).toBeGreaterThanOrEqual(400);
      expect((await get(url)).statusCode, url).toBeLessThan(500);
    }
  });

  test("has a URL that expires after ten minutes", async () => {
    t.clock.advance({ minutes: 10, seconds: -1 });
    expect((await get(address)).statusCode).toBe(200);
    t.clock.advance({ seconds: 1 });
    const expired = await get(address);
    expect(expired.statusCode).toBe(403);
    expect(expired.json().type).toBe("address_expired");
    t.clock.advance({ minutes: -10 });
  });

  test("is private, and browsers ask again before they use a stored copy", async () => {
    for (const headers of [{}, { range: "bytes=3-5" }, { "if-none-match": "x" }]) {
      expect((await get(address, headers)).headers["cache-control"]).toBe("private, no-cache");
    }
    const refused = await get("/media/films/1.2.3/clip.webm/clip.webm");
    expect(refused.headers["cache-control"]).toBe("no-store");
  });
});

describe("playback", () => {
  const progress = (headers: Headers, payload?: object) =>
    t.app.inject({
      method: "POST",
      url: contract.videos.progress.url.replace(":id", String(videoId)),
      headers,
      ...(payload && { payload }),
    });

  test("prolongs the URL while the player reports, and no longer", async () => {
    const { headers, url } = await opened();
    await progress(headers);
    for (let position = 1; position <= 30; position++) {
      t.clock.advance({ minutes: 1 });
      // An access token ends after ten minutes; the session continues.
      const fresh = await tokenOf(url);
      expect((await progress(fresh, { position, duration: 3_600 })).statusCode).toBe(200);
      expect((await get(url, { range: "bytes=3-5" })).statusCode, `minute ${position}`).toBe(206);
    }
    t.clock.advance({ minutes: 10 });
    expect((await get(url)).statusCode).toBe(403);
    t.clock.advance({ minutes: -40 });
  });

  test("writes the end of the URL at most every five minutes", async () => {
    const { headers } = await opened();
    t.queries.count = 0;
    await progress(headers);
    const first = t.queries.count;
    t.queries.count = 0;
    await progress(headers, { position: 5, duration: 60 });
    expect([first, t.queries.count]).toEqual([3, 2]);
  });

  test("prolongs no URL beyond twelve hours", async () => {
    const { url } = await opened();
    const text = "update sessions set plays_until = $1 where id = $2";
    await t.db.query({ text, values: [t.clock.daysAgo(-2), sessionOf(url)] });
    t.clock.advance({ minutes: 12 * 60 + 10, seconds: -1 });
    expect((await get(url)).statusCode).toBe(200);
    t.clock.advance({ seconds: 1 });
    expect((await get(url)).statusCode).toBe(403);
    t.clock.advance({ minutes: -(12 * 60 + 10) });
  });

  test("costs one statement per range", async () => {
    const { url } = await opened();
    t.queries.count = 0;
    for (let time = 0; time < 10; time++) await get(url, { range: "bytes=3-5" });
    expect(t.queries.count).toBe(10);
    t.queries.count = 0;
    await get(url.replace(SESSION, (session) => session.replace(/.$/, "x")));
    expect(t.queries.count, "a forged URL costs none").toBe(0);
  });
});

describe("the end of a session or of access ends its URLs at once:", () => {
  const change = (text: string) => async (id: number) => void (await t.db.query({ text, values: [id] }));

  test.each([
    ["logout", change("update sessions set revoked_at = now() where user_id = $1")],
    ["a closed account", change("update users set closed_at = now() where id = $1")],
    ["a deleted session", change("delete from sessions where user_id = $1")],
    ["a canceled subscription", change("update users set subscription_status = 'canceled' where id = $1")],
    ["an inactive account", change("update users set subscription_status = 'inactive' where id = $1")],
    [
      "a trial that is over",
      change("update users set subscription_status = 'trial', created_at = '2020-01-01' where id = $1"),
    ],
  ])("%s", async (_what, end) => {
    const { user, url } = await opened();
    expect((await get(url)).statusCode).toBe(200);
    await end(user.id);
    for (const method of ["GET", "HEAD"] as const) {
      expect((await t.app.inject({ method, url })).statusCode, method).toBe(403);
    }
    expect((await get(url, { range: "bytes=0-" })).statusCode).toBe(403);
  });

  test("a new password, which leaves the URLs of the own session", async () => {
    const [here, there] = [await opened(), await opened()];
    const sameUser = "update sessions set user_id = $1 where user_id = $2";
    await t.db.query({ text: sameUser, values: [here.user.id, there.user.id] });
    await t.db.transaction((tx) => endSessions(tx, here.user.id, sessionOf(here.url), t.clock.now()));
    expect([(await get(here.url)).statusCode, (await get(there.url)).statusCode]).toEqual([200, 403]);
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
