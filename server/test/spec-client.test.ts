import { beforeAll, describe, expect, test } from "vitest";
import {
  createCategory,
  createChapter,
  createNotice,
  createPlaylist,
  createTag,
  createVideo,
} from "./testing/factories.ts";
import { resetTokenOf } from "./testing/mails.ts";
import { useTestApp } from "./testing/test-app.ts";

// A client written from the product's specification alone: it spells out paths and field names, imports nothing from the
// contract, and calls over a real connection.
const t = useTestApp();

type Json = Record<string, unknown>;

let host: string;
let access = "";

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> {
  const response = await fetch(host + path, {
    method,
    credentials: "include",
    signal: AbortSignal.timeout(10_000),
    headers: {
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(access === "" ? {} : { Authorization: `Bearer ${access}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

const get = (path: string) => call("GET", path);
const post = (path: string, body?: unknown) => call("POST", path, body);

const person = { username: "仕様 花子", email: "hanako@example.com", password: "correct-horse-77" };
const VIDEO = "dQw4w9WgXcQ";
let video: { id: number };
let category: { id: number };
let playlist: { id: number };

beforeAll(async () => {
  host = await t.app.listen({ port: 0, host: "127.0.0.1" });
  category = await createCategory(t.db, "マーケティング");
  const child = await createCategory(t.db, "集客", category.id);
  const tag = await createTag(t.db, "初心者向け");
  video = await createVideo(t.db, t.clock, {
    video_id: VIDEO,
    title: "はじめての集客",
    description: "説明",
    category_ids: [child.id],
    tag_ids: [tag.id],
  });
  await createChapter(t.db, { video_id: video.id, title: "見出しの付け方", time_seconds: 95 });
  for (let i = 0; i < 21; i++) await createVideo(t.db, t.clock, { category_ids: [child.id] });
  playlist = await createPlaylist(t.db, t.clock, "最初の一週間", [video.id]);
  // Notices from before a member joined count as read.
  for (let i = 0; i < 11; i++) await createNotice(t.db, t.clock, { published_at: t.clock.daysAgo(0) });
});

describe("auth and profile", () => {
  test("signs up, with errors by field", async () => {
    const wrong = await post("/api/auth/signup/", { ...person, password2: "other", subscription_status: "trial" });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({
      type: "validation_error",
      fields: {
        password2: ["パスワードが一致しません"],
        agreedToTerms: ["利用規約とプライバシーポリシーへの同意が必要です。"],
      },
    });
    const { body } = await post("/api/auth/signup/", {
      ...person,
      password2: person.password,
      subscription_status: "trial",
      agreedToTerms: true,
    });
    expect(body).toMatchObject({
      user: { id: expect.any(Number), username: person.username, subscription_status: "trial" },
      token: { access: expect.any(String), refresh: expect.any(String) },
    });
  });

  test("logs in, refreshes and logs out", async () => {
    const refused = await post("/api/auth/login/", { ...person, password: "wrong" });
    expect(refused.body["error"]).toEqual(expect.any(String));
    const { body } = await post("/api/auth/login/", { email: person.email, password: person.password });
    const token = body["token"] as { access: string; refresh: string };
    // Without rotation the refresh token stays valid until logout.
    for (let i = 0; i < 2; i++) {
      const renewed = await post("/api/auth/token/refresh/", { refresh: token.refresh });
      expect(renewed.body).toEqual({ access: expect.any(String) });
    }
    expect((await post("/api/auth/logout/", { refresh_token: token.refresh })).status).toBe(200);
    expect((await post("/api/auth/token/refresh/", { refresh: token.refresh })).status).toBe(401);

    expect((await get("/api/profile/")).status).toBe(401);
    const again = await post("/api/auth/login/", { email: person.email, password: person.password });
    access = (again.body["token"] as { access: string }).access;
  });

  test("reads and updates the profile and changes the password", async () => {
    const { body } = await get("/api/profile/");
    expect(body).toMatchObject({
      username: person.username,
      email: person.email,
      subscription_plan: "none",
      subscription_status: "trial",
      subscription_end_date: null,
      created_at: expect.any(String),
      is_staff: false,
      is_superuser: false,
    });
    const updated = await call("PUT", "/api/profile/update/", { username: "仕様 良子", email: person.email });
    expect(updated.body).toEqual({ message: expect.any(String) });
    const passwords = { old_password: "wrong", new_password: "another-horse-78", new_password2: "another-horse-78" };
    const refused = await post("/api/profile/change-password/", passwords);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ fields: { old_password: [expect.any(String)] } });
    const changed = await post("/api/profile/change-password/", { ...passwords, old_password: person.password });
    expect(changed.body).toEqual({ message: expect.any(String) });
  });

  test("resets a password", async () => {
    expect((await post("/api/auth/password-reset/", { email: person.email })).status).toBe(200);
    const token = await resetTokenOf(t.db, person.email);
    const short = { token, new_password: "short", new_password2: "short" };
    const refused = await post("/api/auth/password-reset/confirm/", short);
    expect(refused.body).toMatchObject({ fields: { new_password: [expect.any(String)] } });
    const fresh = { token, new_password: person.password, new_password2: person.password };
    expect((await post("/api/auth/password-reset/confirm/", fresh)).body).toMatchObject({ success: true });
    const { body } = await post("/api/auth/login/", { email: person.email, password: person.password });
    access = (body["token"] as { access: string }).access;
  });

  test("reads the prices", async () => {
    const response = await fetch(`${host}/api/subscription/prices/`);
    const prices = (await response.json()) as Json[];
    expect(prices.map(({ price_type, amount }) => [price_type, amount])).toEqual([
      ["monthly", 1500],
      ["yearly", 15_000],
      ["yearly_monthly", 1250],
    ]);
  });
});

describe("member content", () => {
  test("reads home and a video", async () => {
    const home = await get("/api/home/");
    expect(home.body).toMatchObject({ historyVideos: expect.any(Array), recommendVideos: expect.any(Array) });
    expect(home.body["newVideos"]).toHaveLength(8);
    for (const id of [video.id, VIDEO]) {
      const { body } = await get(`/api/videos/${id}/`);
      expect(body).toMatchObject({
        id: video.id,
        video_id: VIDEO,
        title: "はじめての集客",
        created_at: expect.any(String),
        categories: [{ name: "集客" }],
        tags: [{ name: "初心者向け" }],
        is_favorite: false,
        watch_later: false,
        view_count: 0,
        detail: { description: "説明" },
        description: "説明",
        chapters: [{ title: "見出しの付け方", time_seconds: 95, time_formatted: "01:35" }],
      });
      expect(body["related_videos"]).toHaveLength(8);
    }
  });

  test("uses favourites, watch-later and the history", async () => {
    expect((await post(`/api/videos/${VIDEO}/favorite/`)).body).toEqual({ is_favorite: true });
    expect((await post(`/api/videos/${video.id}/watch-later/`)).body).toEqual({ watch_later: true });
    expect((await post(`/api/videos/${video.id}/progress/`)).body).toEqual({ view_count: 1 });
    for (const list of ["favorites", "watch-later", "history"]) {
      for (const ordering of ["-created_at", "created_at"]) {
        const { body } = await get(`/api/${list}/?page=1&ordering=${ordering}`);
        expect(body).toMatchObject({ count: 1, next: null, previous: null, results: [{ id: video.id }] });
      }
    }
    expect((await post(`/api/videos/${VIDEO}/favorite/`)).body).toEqual({ is_favorite: false });
    const some = await call("DELETE", "/api/history/delete/", { video_ids: [video.id] });
    expect(some.body).toEqual({ deleted_count: 1, message: expect.any(String) });
    const all = await call("DELETE", "/api/history/delete/");
    expect(all.body).toEqual({ deleted_count: 0, message: expect.any(String) });
  });

  test("uses search, new videos and categories", async () => {
    const found = await get(`/api/videos/search/?q=${encodeURIComponent("見出し")}&type=chapter&page=1&sort=newest`);
    expect(found.body).toMatchObject({ count: 1, results: [{ id: video.id }] });
    const first = await get("/api/videos/search/?page=1&sort=oldest");
    expect(first.body).toMatchObject({ count: 22, previous: null });
    expect(first.body["results"]).toHaveLength(20);
    const second = await get(String(first.body["next"]));
    expect(second.body["results"]).toHaveLength(2);

    const { body } = await get("/api/categories/");
    const categories = body as unknown as { id: number; name: string; parent: number | null }[];
    expect(categories.map(({ name, parent }) => [name, parent])).toEqual(
      expect.arrayContaining([
        ["マーケティング", null],
        ["集客", category.id],
      ]),
    );
    const videos = await get(`/api/categories/${category.id}/videos/?page=2&sort=newest`);
    expect(videos.body).toMatchObject({ count: 22, next: null });
    expect((await get("/api/tags/")).body).toMatchObject([{ name: "初心者向け" }]);
  });

  test("reads playlists and notices", async () => {
    expect((await get("/api/playlists/")).body).toMatchObject([
      { id: playlist.id, title: "最初の一週間", description: "まとめ", video_count: 1 },
    ]);
    const { body } = await get(`/api/playlists/${playlist.id}/`);
    expect(body).toMatchObject({ videos: [{ video: { video_id: VIDEO, title: "はじめての集客" } }] });
    expect((await get("/api/notices/count/")).body).toEqual({ count: 11 });
    const notices = await get("/api/notices/?page=1&page_size=10");
    expect(notices.body).toMatchObject({ count: 11, previous: null });
    expect((notices.body["results"] as Json[])[0]).toMatchObject({
      notice_title: "お知らせ",
      notice_content: "本文",
      notice_category_display: "お知らせ",
    });
  });
});

test("returns 403 without the host's video id to a member without access", async () => {
  await t.db.query({ text: "update users set subscription_status = 'inactive'" });
  expect((await get(`/api/videos/${video.id}/`)).status).toBe(403);
  const lists = await Promise.all(["home/", "videos/search/", "playlists/"].map((path) => get(`/api/${path}`)));
  expect(JSON.stringify(lists)).not.toContain(VIDEO);
});
