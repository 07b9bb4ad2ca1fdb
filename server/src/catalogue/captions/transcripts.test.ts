import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { createCaptions, createUser, createVideo } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { ofVideo, ofOpenLesson } = contract.transcripts;

const WORDS = ["値段は相手の困りごとから決めます。", "[音楽]"];
const LINES = [
  { starts_ms: 0, ends_ms: 4_500, text: WORDS[0] },
  { starts_ms: 5_000, ends_ms: 9_500, text: WORDS[1] },
];
type Given = Parameters<typeof createVideo>[2];

async function videoWithCaptions(given: Given = {}, published = true) {
  const video = await createVideo(t.db, t.clock, given);
  await createCaptions(t.db, video.id, WORDS, published);
  return video;
}

const visit = (id: number | string) => t.app.inject(ofOpenLesson.url.replace(":id", String(id)));

test("a subscriber reads the lines under our number and under the host's id, and the video says that it has them", async () => {
  const me = await staffCalls(t).member();
  const video = await videoWithCaptions();
  for (const id of [video.id, video.video_id])
    expect((await me.call(ofVideo, { id })).json()).toEqual({ lines: LINES });
  expect((await me.call(contract.videos.get, { id: video.id })).json()).toMatchObject({ has_captions: true });
});

test("unpublished captions and none at all are the same empty list to members", async () => {
  const me = await staffCalls(t).member();
  for (const { id } of [await videoWithCaptions({}, false), await createVideo(t.db, t.clock)]) {
    expect((await me.call(ofVideo, { id })).json()).toEqual({ lines: [] });
    expect((await me.call(contract.videos.get, { id })).json()).toMatchObject({ has_captions: false });
  }
});

test.each<[string, Given]>([
  ["a draft", { published_at: null }],
  ["a scheduled video", { published_at: "2099-01-01T00:00:00.000Z" }],
  ["a deleted video", { deleted_at: "2026-11-20T03:00:00.000Z" }],
])("the words of %s are those of an unknown video, to members and visitors", async (_name, given) => {
  const me = await staffCalls(t).member();
  const video = await videoWithCaptions({ ...given, opened_at: t.clock.daysAgo(1) });
  const [hidden, unknown] = [await me.call(ofVideo, { id: video.id }), await me.call(ofVideo, { id: 999_999 })];
  expect([hidden.statusCode, hidden.body]).toEqual([404, unknown.body]);
  const [closed, nothing] = [await visit(video.id), await visit(999_999)];
  expect([closed.statusCode, closed.body]).toEqual([404, nothing.body]);
});

test.each(["inactive", "canceled"] as const)(
  "a member of the status %s reads no line, published or not, and cannot tell whether there is one",
  async (subscription_status) => {
    const headers = await t.as((await createUser(t.db, t.clock, { subscription_status })).id);
    const ask = ({ id }: { id: number }) => t.app.inject({ url: ofVideo.url.replace(":id", String(id)), headers });
    const answers = await Promise.all([
      ask(await videoWithCaptions()),
      ask(await videoWithCaptions({}, false)),
      ask(await createVideo(t.db, t.clock)),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  },
);

test("a visitor reads the words of open videos only, by our own number only", async () => {
  const [open, paid] = [
    await videoWithCaptions({ opened_at: t.clock.daysAgo(1) }),
    await videoWithCaptions({ title: "有料" }),
  ];
  expect((await visit(open.id)).json()).toEqual({ lines: LINES });
  const lesson = await t.app.inject(contract.openLessons.get.url.replace(":id", String(open.id)));
  expect(lesson.json()).toMatchObject({ has_captions: true });
  for (const id of [paid.id, open.video_id, paid.video_id]) expect((await visit(id)).statusCode).toBe(404);
  expect((await t.app.inject(ofVideo.url.replace(":id", String(open.id)))).statusCode).toBe(401);
  const unpublished = await videoWithCaptions({ opened_at: t.clock.daysAgo(1) }, false);
  expect((await visit(unpublished.id)).json()).toEqual({ lines: [] });
});
