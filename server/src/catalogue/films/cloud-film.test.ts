import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { CLOUD_FILMS } from "../../../test/testing/cloud-keys.ts";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { type OembedStandIn, startOembedStandIn } from "../../../test/testing/oembed-stand-in.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

let clouds: OembedStandIn;
beforeAll(async () => {
  clouds = await startOembedStandIn();
});
afterAll(() => clouds.close());
const t = useTestApp({ oembed: () => clouds.addresses() });
let staff: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
const calls = contract.adminVideos;

beforeEach(async () => {
  await t.db.query({ text: "delete from videos" });
  staff = await staffCalls(t).staff();
  clouds.always = null;
  clouds.asked.length = 0;
});

/** Staff enter an address in the form. */
const add = (video_id: string, given: object = {}) =>
  staff.call(calls.create, {}, { title: "授業", video_id, ...given });
const added = async (video_id: string, given: object = {}) => (await add(video_id, given)).json<AdminVideo>();
const MUX = { host: "hls", video_id: "DS00Spx1CV902MCtPj5WknGlR102V5HFkDe", host_hash: CLOUD_FILMS.mux };

test("staff enter the address of a playlist, which keeps with its id alone, and is refused in words without it", async () => {
  const video = await added(` ${CLOUD_FILMS.mux} `, { host: "youtube" });
  expect(video).toMatchObject(MUX);
  const { title, revision } = video;
  const update = (body: object) => staff.call(calls.update, { id: video.id }, { title, revision, ...body });
  expect((await update({ video_id: MUX.video_id })).json()).toMatchObject(MUX);
  const alone = await update({ video_id: "another-id" });
  expect(alone.json()).toMatchObject({ fields: { video_id: [expect.stringContaining("HLSのURL")] } });
  const signed = await update({ video_id: `${CLOUD_FILMS.mux}?token=abc` });
  expect(signed.json()).toMatchObject({ fields: { video_id: [expect.stringContaining("期限のあるURL")] } });
  expect((await add(CLOUD_FILMS.mux)).json()).toMatchObject({ fields: { video_id: [expect.any(String)] } });
});

describe("an address for a player", () => {
  const streamOf = async (id: number, headers: object) => {
    const answer = await t.app.inject({
      url: contract.videos.get.url.replace(":id", String(id)),
      headers: { ...headers },
    });
    return answer.json<VideoDetail>();
  };

  test("is signed for each request of those who may watch, and ends within the hour", async () => {
    const { id } = await added(CLOUD_FILMS.bunny);
    const member = await createUser(t.db, t.clock);
    const first = await streamOf(id, await t.as(member.id));
    expect(first).toMatchObject({ host: "hls", source_url: null, stream: { pictures: null } });
    const expiresOf = ({ stream }: VideoDetail) => Number(/&expires=(\d+)&/.exec(stream?.url ?? "")?.[1]);
    expect(expiresOf(first)).toBe(Math.floor(t.clock.now() / 1000) + 3600);
    t.clock.advance({ minutes: 50 });
    expect(expiresOf(await streamOf(id, await t.as(member.id)))).toBe(expiresOf(first) + 3000);
  });

  test("is in no answer to a user without access, nor is the film's id", async () => {
    const { id, video_id } = await added(CLOUD_FILMS.cloudflare);
    for (const given of [{ subscription_status: "inactive" }, { subscription_status: "canceled" }, null] as const) {
      const headers = given ? await t.as((await createUser(t.db, t.clock, given)).id) : {};
      for (const { route } of everyCall) {
        const url = route.url.replaceAll(/:\w+/g, String(id));
        const { body } = await t.app.inject({ method: route.method, url, headers });
        expect(body, `${route.method} ${url}`).not.toMatch(new RegExp(`${video_id}|cloudflarestream`));
      }
    }
  });

  test("is in the answer about an open lesson, and in those to staff about a draft", async () => {
    const opened_at = t.clock.daysAgo(1);
    const { id } = await createVideo(t.db, t.clock, { ...MUX, host: "hls", opened_at });
    const lesson = (await t.app.inject(contract.openLessons.get.url.replace(":id", String(id)))).json<VideoDetail>();
    expect(lesson.stream?.url).toContain(`${CLOUD_FILMS.mux}?token=`);
    const draft = await added(CLOUD_FILMS.vimeo, { published_at: "" });
    const source = await staff.call(calls.source, { id: draft.id });
    expect(source.json()).toEqual({ source_url: null, stream: { url: CLOUD_FILMS.vimeo, pictures: null } });
  });
});

test.each(["/video/1", "/login"])(
  "pages that begin at %s may load films from the machines of the catalogue's clouds, and from no others",
  async (path) => {
    const webRoot = await mkdtemp(join(tmpdir(), "manabiya-clouds-"));
    for (const name of ["index.html", "login.html"]) await writeFile(join(webRoot, name), "<head></head>");
    await mkdir(join(webRoot, ".render"));
    const renderer = 'export const STYLESHEET = "/"; export const renderLanding = () => "";';
    await writeFile(join(webRoot, ".render/published-pages.js"), renderer);
    const app = await createApp({ ...t.deps, webRoot });
    const policy = async () => {
      const { headers } = await app.inject(path);
      return String(headers["content-security-policy"])
        .split(";")
        .filter((line) => /^(media|connect|img)-src/.test(line));
    };
    const before = await policy();
    await added(CLOUD_FILMS.bunny);
    const { id } = await added(CLOUD_FILMS.mux, { published_at: "" });
    const all = "https://vz-30d21f49-6b1.b-cdn.net https://stream.mux.com https://*.mux.com".split(" ");
    for (const line of await policy()) {
      const [name = ""] = line.split(" ");
      const usual = before.find((each) => each.startsWith(name)) ?? "";
      expect(new Set(line.split(" "))).toEqual(new Set([...usual.split(" "), ...(name === "img-src" ? [] : all)]));
    }
    await staff.call(calls.remove, { id });
    expect((await policy()).join()).not.toContain("mux.com");
    await app.close();
    await rm(webRoot, { recursive: true });
  },
);

test.each([
  ["plays here", { status: 200, headers: { "access-control-allow-origin": "*" } }, "plays"],
  ["does not let this site's pages read it", { status: 200 }, "not_embeddable"],
  ["leads to another machine", { status: 302, headers: { location: "http://127.0.0.1:9/" } }, "plays"],
  ["refuses the token", { status: 403 }, "private"],
  ["is gone", { status: 404 }, "removed"],
])("the check says that a film %s", async (_, reply, state) => {
  const { id } = await added(CLOUD_FILMS.bunny);
  clouds.always = reply;
  const checked = (await staff.call(calls.check, { id })).json<{ video: AdminVideo }>();
  expect(checked.video.playback).toMatchObject({ state });
  clouds.always = { status: 503 };
  expect((await staff.call(calls.check, { id })).json()).toMatchObject({ is_answered: false });
});
