import { contract } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import type { Route } from "@manabiya/contract";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createChapter, createPlaylist, createVideo } from "./testing/factories.ts";
import { fileOf, formPayload } from "./testing/form.ts";
import { staffCalls } from "./testing/staff-calls.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp();
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
let picture: File;

beforeAll(async () => {
  me = await staffCalls(t).staff();
  const image = sharp({ create: { width: 64, height: 36, channels: 3, background: "#336699" } });
  picture = fileOf(new Uint8Array(await image.png().toBuffer()), "picture.png");
});

type HostId = Pick<AdminVideo, "host" | "video_id" | "host_hash">;
const VIMEO: HostId = { host: "vimeo", video_id: "76979871", host_hash: null };
/** The ids that the API returns, by host. */
const IDS: Record<string, HostId> = {
  YouTube: { host: "youtube", video_id: "dQw4w9-gX_Q", host_hash: null },
  "YouTube, with digits alone": { host: "youtube", video_id: "30123456789", host_hash: null },
  Vimeo: VIMEO,
  "Vimeo, unlisted": { host: "vimeo", video_id: "987654321", host_hash: "abcdef1234" },
  "a playlist at a cloud": {
    host: "hls",
    video_id: "76979872",
    host_hash: "https://player.vimeo.com/external/76979872.m3u8?s=0b2c4d",
  },
  "an MP4 file": { host: "file", video_id: "0c7b8f64-5d0e-4a43-9a4f-1c2d3e4f5a6b.mp4", host_hash: null },
  "a WebM file with the longest name": { host: "file", video_id: `${"f".repeat(64)}.webm`, host_hash: null },
};

/** A video in a playlist and in the caller's history. */
interface Target {
  id: number;
  video_id: string;
  playlist: number;
  chapter: number;
}

type Form = Record<string, string | File>;

/** The bodies of the calls that name a video and need one. `reference` is the given form of its id. */
const BODIES: Record<string, (video: Target, reference: string | number) => object | { form: Form }> = {
  "history.remove": (_, reference) => ({ video_ids: [reference] }),
  "questions.ask": () => ({ second: 5, text: "なぜですか？", nickname: "受講者", is_public: true }),
  "courses.mark": () => ({ is_finished: true }),
  "playlistManagement.addVideo": (_, reference) => ({ video_id: reference }),
  "adminVideos.update": ({ video_id }) => ({ title: "題", video_id, categories: [], tags: [] }),
  "adminVideos.describe": () => ({ description: "説明" }),
  "adminVideos.setOpening": () => ({ is_open: true }),
  "adminVideos.setThumbnail": () => ({ form: { thumbnail: picture } }),
  "adminChapters.create": () => ({ title: "章", description: "説明", time_seconds: 5 }),
  "adminChapters.createAll": () => ({ chapters: [{ title: "章", description: "説明", time_seconds: 5 }] }),
  "adminCaptions.set": () => ({ revision: 0, published: true, lines: [{ starts_ms: 0, ends_ms: 900, text: "話す" }] }),
  "adminCaptions.read": () => ({ text: "WEBVTT\n\n00:01.000 --> 00:02.000\n話す\n" }),
  "adminChapters.update": () => ({ title: "章", description: "説明", time_seconds: 5 }),
  "adminChapters.uploadCsv": () => ({
    form: { file: fileOf("chapter_title,description,time\n章,,0:05\n", "chapters.csv") },
  }),
};

const isVideoAddress = (url: string) => /\/videos\/:id\/|:video_id\//.test(url);

/** Whether the body refers to a video that exists. */
function namesVideoInBody({ schema: { body } }: Route): boolean {
  if (!body) return false;
  const { properties } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  return properties !== undefined && ("video_ids" in properties || Object.keys(properties).join() === "video_id");
}

const namesVideo = (name: string, route: Route) =>
  isVideoAddress(route.url) || namesVideoInBody(route) || name === "history.remove";

const calls = everyCall.filter(({ name, route }) => namesVideo(name, route));

async function createTarget(name: string, { host, video_id, host_hash }: HostId) {
  await t.db.query({ text: "delete from playlists" });
  await t.db.query({ text: "delete from videos" });
  if (host === "file") await t.deps.storage.write("videos", video_id, new Uint8Array([1]));
  const video = await createVideo(t.db, t.clock, { host, video_id, host_hash });
  const chapter = await createChapter(t.db, { video_id: video.id });
  const isAddition = name === "playlistManagement.addVideo";
  const playlist = await createPlaylist(t.db, t.clock, "リスト", isAddition ? [] : [video.id]);
  await t.app.inject({ method: "POST", url: `/api/videos/${video.id}/progress/`, headers: me.headers });
  return { id: video.id, video_id, playlist: playlist.id, chapter: chapter.id };
}

async function send(name: string, route: Route, target: Target, reference: string | number) {
  const isPlaylist = route.url.startsWith("/api/playlists/");
  const url = route.url
    .replace(":id", encodeURIComponent(isPlaylist ? target.playlist : reference))
    .replace(":video_id", encodeURIComponent(reference))
    .replace(":chapter_id", String(target.chapter));
  const body = BODIES[name]?.(target, reference);
  const { payload, headers } = body && "form" in body ? await formPayload(body.form) : { payload: body, headers: {} };
  return t.app.inject({
    method: route.method,
    url,
    headers: { ...me.headers, ...headers },
    ...(payload && { payload }),
  });
}

/** Without what differs between two equal calls. */
function comparable(text: string, { id, playlist, chapter }: Target): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === "id" && [id, playlist, chapter].includes(Number(value))) return "own";
    if (key === "id" || key === "thumbnail" || key === "source_url") return typeof value;
    return key === "title" && typeof value === "string" ? value.replace(/\d+/, "") : value;
  });
}

test("the calls that name a video are found in the contract", () => {
  const names = calls.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      "videos.get",
      "videos.progress",
      "favorites.toggle",
      "watchLater.toggle",
      "history.remove",
      "playlistManagement.addVideo",
      "playlistManagement.removeVideo",
      "adminVideos.update",
      "adminChapters.update",
    ]),
  );
  expect(Object.keys(BODIES).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(Object.entries(IDS))("a video of %s", (_host, ids) => {
  test.each(calls)("is accepted by $name under the id that the API returns, as under our own number", async (call) => {
    const { name, route } = call;
    // A member may ask a few questions a day.
    await t.db.query({ text: "truncate rate_limits" });
    const answers = [];
    for (const form of ["number", "text", "host"] as const) {
      const target = await createTarget(name, ids);
      const shown = (await me.call(contract.adminVideos.get, { id: target.id })).json<VideoDetail>().video_id;
      const reference = { number: target.id, text: String(target.id), host: shown ?? "" }[form];
      const { statusCode, body } = await send(name, route, target, reference);
      if (name.startsWith("adminFilms.") && ids.host !== "file") expect(statusCode, "a film of its host").toBe(404);
      else expect(statusCode, `${form}: ${body}`).toBeLessThan(300);
      answers.push(comparable(body, target));
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

test("our own number wins over an equal id at a host, in the history too", async () => {
  const target = await createTarget("history.remove", VIMEO);
  const other = await createVideo(t.db, t.clock, { host: "vimeo", video_id: String(target.id) });
  await t.app.inject({ method: "POST", url: `/api/videos/${other.id}/progress/`, headers: me.headers });
  const removed = await t.app.inject({
    method: "DELETE",
    url: "/api/history/delete/",
    payload: { video_ids: [String(target.id)] },
    headers: me.headers,
  });
  expect(removed.json()).toMatchObject({ deleted_count: 1 });
  const { rows } = await t.db.query<{ video_id: number }>({ text: "select video_id from watch_history" });
  expect(rows).toEqual([{ video_id: other.id }]);
});

test("a member without access deletes history by our own number alone", async () => {
  const { id, video_id } = await createTarget("history.remove", VIMEO);
  const member = await staffCalls(t).member();
  await t.app.inject({ method: "POST", url: `/api/videos/${id}/progress/`, headers: member.headers });
  await t.db.query({
    text: "update users set subscription_status = 'canceled' where id = $1",
    values: [member.user.id],
  });
  const remove = async (reference: string) =>
    t.app.inject({
      method: "DELETE",
      url: "/api/history/delete/",
      payload: { video_ids: [reference] },
      headers: member.headers,
    });
  expect((await remove(video_id)).json()).toMatchObject({ deleted_count: 0 });
  expect((await remove(String(id))).json()).toMatchObject({ deleted_count: 1 });
});
