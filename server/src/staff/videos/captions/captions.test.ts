import { contract } from "@manabiya/contract";
import type { AdminCaptions } from "@manabiya/contract/catalogue/captions.ts";
import { beforeAll, expect, test } from "vitest";
import { createVideo } from "../../../../test/testing/factories.ts";
import { createRandom } from "../../../../test/testing/random.ts";
import { selectRows } from "../../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../../test/testing/test-app.ts";

const t = useTestApp();
const { get, set, read } = contract.adminCaptions;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
let member: typeof me;

beforeAll(async () => {
  me = await staffCalls(t).staff();
  member = await staffCalls(t).member();
});

const line = (starts_ms: number, text: string) => ({ starts_ms, ends_ms: starts_ms + 900, text });
const LINES = [line(0, "はじめに"), line(1_000, "[音楽] ﾈﾀﾞﾝの話")];
const put = (id: number, body: object) => me.call(set, { id }, { lines: LINES, published: true, revision: 0, ...body });
const stored = async (id: number) => (await me.call(get, { id })).json<AdminCaptions>();
const seen = async (id: number) => (await member.call(contract.transcripts.ofVideo, { id })).json();

test("published lines are with members at once, and withdrawing them takes them away", async () => {
  const { id } = await createVideo(t.db, t.clock);
  expect(await stored(id)).toEqual({ id, published: false, revision: 0, updated_at: null, lines: [] });
  expect((await member.call(contract.videos.get, { id })).json()).toMatchObject({ has_captions: false });
  // In the order of their starts, whatever the order of the request.
  const saved = await put(id, { lines: LINES.toReversed() });
  expect(saved.json()).toMatchObject({ id, published: true, revision: 1, lines: LINES });
  expect(await seen(id)).toEqual({ lines: LINES });
  expect((await member.call(contract.videos.get, { id })).json()).toMatchObject({ has_captions: true });
  expect((await selectRows(t.db, "caption_lines", { video_id: id })).map(({ search_text }) => search_text)).toEqual([
    "はじめに",
    "ねだんの話",
  ]);
  await put(id, { published: false, revision: 1 });
  expect(await seen(id)).toEqual({ lines: [] });
  expect((await member.call(contract.videos.get, { id })).json()).toMatchObject({ has_captions: false });
});

test("a repeated request changes nothing, a stale one is refused with the present lines", async () => {
  const { id } = await createVideo(t.db, t.clock);
  const [first, again] = [await put(id, {}), await put(id, {})];
  expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  const answers = await Promise.all(["甲", "乙"].map((text) => put(id, { lines: [line(0, text)], revision: 1 })));
  const [won, lost] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
  expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409]);
  expect(lost?.json().current).toEqual(won?.json());
  const entries = (await selectRows(t.db, "audit_log")).filter(({ subject_id }) => subject_id === id);
  expect(entries).toMatchObject([
    { action: "captions.update", user_id: me.user.id, before: { lines: 0, published: false }, after: { lines: 2 } },
    { before: { lines: 2 }, after: { lines: 1, published: true } },
  ]);
});

test("captions stay when the video changes its host, and go with the purged video", async () => {
  const video = await createVideo(t.db, t.clock);
  await put(video.id, {});
  const moved = { title: "移した動画", video_id: "another-id-1", host: "youtube", categories: [], tags: [] };
  expect((await me.call(contract.adminVideos.update, { id: video.id }, moved)).statusCode).toBe(200);
  expect(await seen(video.id)).toEqual({ lines: LINES });
  await t.db.query({ text: "delete from videos where id = $1", values: [video.id] });
  expect(await selectRows(t.db, "caption_lines", { video_id: video.id })).toEqual([]);
});

test.each<[string, object, Record<string, string[]>]>([
  [
    "an end at the start",
    { lines: [{ ...line(5, "文"), ends_ms: 5 }] },
    { "lines.0.ends_ms": ["終わりは、始まりより後の時間にしてください。"] },
  ],
  ["an empty text", { lines: [line(0, " ")] }, { "lines.0.text": ["字幕を入力してください。"] }],
  ["NUL", { lines: [line(0, "a\0b")] }, { "lines.0.text": ["使用できない文字が含まれています。"] }],
  [
    "a long text",
    { lines: [line(0, "長".repeat(501))] },
    { "lines.0.text": ["字幕は500文字以内で入力してください。"] },
  ],
  [
    "too many lines",
    { lines: Array.from({ length: 5_001 }, (_, n) => line(n, "文")) },
    { lines: ["字幕は5,000行までです。"] },
  ],
  ["publication of nothing", { lines: [] }, { published: ["字幕が1行もないため、公開できません。"] }],
])("refuses %s at its field and stores nothing", async (_name, body, fields) => {
  const { id } = await createVideo(t.db, t.clock);
  const answer = await put(id, body);
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
  expect(await stored(id)).toMatchObject({ revision: 0 });
});

test("5,000 lines are saved by one request and come back", async () => {
  const { id } = await createVideo(t.db, t.clock, { duration: 5_002 });
  const lines = Array.from({ length: 5_000 }, (_, n) => line(n * 1_000, `${n}番目に話した、少し長めの一文です。`));
  expect((await put(id, { lines })).statusCode).toBe(200);
  expect((await stored(id)).lines).toEqual(lines);
});

test("reading a file saves nothing and names its wrong lines", async () => {
  const { id } = await createVideo(t.db, t.clock);
  const good = await me.call(read, { id }, { text: "WEBVTT\n\n00:01.000 --> 00:02.000\n文\n" });
  expect(good.json()).toEqual({ lines: [{ starts_ms: 1_000, ends_ms: 2_000, text: "文" }], notes: [] });
  const bad = await me.call(read, { id }, { text: "1\n00:01.000 -> 00:02.000\n文" });
  expect(bad.statusCode).toBe(400);
  expect(bad.json().fields.text).toEqual([expect.stringMatching(/^2行目：/)]);
  expect(await stored(id)).toMatchObject({ revision: 0, lines: [] });
});

test("staff edit the captions of drafts, and not of videos in the trash", async () => {
  const draft = await createVideo(t.db, t.clock, { published_at: null });
  expect((await put(draft.id, {})).statusCode).toBe(200);
  const gone = await createVideo(t.db, t.clock, { deleted_at: t.clock.daysAgo(1) });
  for (const answer of [await put(gone.id, {}), await me.call(get, { id: gone.id })])
    expect(answer.statusCode).toBe(404);
});

test("the longest captions without a repeated word are stored and found, and longer ones are refused", async () => {
  const { id } = await createVideo(t.db, t.clock, { duration: 5_002 });
  const random = createRandom(1);
  const kanji = () => String.fromCharCode(random.integer(0x4e_00, 0x9f_ff));
  const lines = Array.from({ length: 5_000 }, (_, n) => line(n * 1_000, Array.from({ length: 40 }, kanji).join("")));
  const refused = await put(id, { lines: lines.with(0, line(0, "長".repeat(41))) });
  expect(refused.json()).toMatchObject({ fields: { lines: ["字幕は合計200,000文字までです。"] } });
  expect((await put(id, { lines })).statusCode).toBe(200);
  const words = new URLSearchParams({ q: lines.at(-1)?.text.slice(0, 9) ?? "" });
  const found = await member.get(`${contract.search.videos.url}?${words.toString()}`);
  expect(found.json()).toMatchObject({ results: [{ id }] });
});
