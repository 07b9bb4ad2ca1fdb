import { contract, type Route } from "@manabiya/contract";
import type { AuditEntry, UndoPreview } from "@manabiya/contract/staff/audit.ts";
import { CONTENT_SUBJECTS } from "@manabiya/contract/staff/audit.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bumpCatalogue } from "../../catalogue/cache/version.ts";
import { indexMissing } from "../../catalogue/search/index-videos.ts";
import { insertRow } from "../../db/insert-rows.ts";
import {
  createCaptions,
  createCategory,
  createChapter,
  createNotice,
  createPlaylist,
  createTag,
  createUser,
  createVideo,
} from "../../../test/testing/factories.ts";
import { fileOf, formPayload } from "../../../test/testing/form.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { deleteExpired } from "../../personal-data/delete-expired.ts";
import { kindOf } from "./kinds.ts";

const t = useTestApp();
type Caller = Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
let me: Caller;
let colleague: Caller;

const TABLES = {
  videos: "id",
  chapters: "id",
  captions: "video_id",
  caption_lines: "video_id",
  categories: "id",
  tags: "id",
  playlists: "id",
  playlist_videos: "playlist_id, video_id",
  home_curation: "id",
  notices: "id",
  notice_reads: "notice_id",
  synonym_groups: "id",
};

beforeAll(async () => {
  me = await staffCalls(t).staff();
  colleague = await staffCalls(t).staff();
});

beforeEach(async () => {
  for (const table of ["home_curation", "videos", "playlists", "categories", "tags", "notices", "synonym_groups"]) {
    await t.db.query({ text: `delete from ${table}` });
  }
  await bumpCatalogue(t.db);
});

/** All content as text, without what counts changes, and without the number of a playlist's entry, which nobody keeps. */
async function content(): Promise<Record<string, string[]>> {
  const rows = async (table: string, order: string) => {
    const left = table === "playlist_videos" ? "'{revision,id}'" : "'{revision}'";
    const text = `select (to_jsonb(r) - ${left}::text[])::text as row from ${table} r order by ${order}`;
    return (await t.db.query<{ row: string }>({ text })).rows.map(({ row }) => row);
  };
  const read = Object.entries(TABLES).map(async ([table, order]) => [table, await rows(table, order)] as const);
  return Object.fromEntries(await Promise.all(read));
}

const list = async (filter = "", caller = me) =>
  (await caller.get(`${contract.audit.list.url}?${filter}`)).json<{ count: number; results: AuditEntry[] }>();
const newest = async () => (await list()).results[0]?.id ?? 0;
const preview = async (id: number) => (await me.call(contract.adminUndo.preview, { id })).json<UndoPreview>();
const undo = async (id: number, overwrite: string[] = []) =>
  me.call(contract.adminUndo.undo, { id }, { state: (await preview(id)).state, overwrite });

async function change(route: Route, params: Record<string, string | number>, body?: object, caller = me) {
  const answer = await caller.call(route, params, body);
  expect([200, 201], answer.body).toContain(answer.statusCode);
  return newest();
}

/** A catalogue in which everything is linked with everything. */
async function makeWorld() {
  const top = (await createCategory(t.db, "集客")).id;
  const child = (await createCategory(t.db, "広告", top)).id;
  const other = (await createCategory(t.db, "会計")).id;
  const tag = (await createTag(t.db, "入門")).id;
  const second = (await createTag(t.db, "応用")).id;
  const given = {
    category_ids: [other, top, child],
    tag_ids: [tag, second],
    description: "概要".repeat(300),
    duration: 900,
  };
  const video = (await createVideo(t.db, t.clock, given)).id;
  const another = (await createVideo(t.db, t.clock, { category_ids: [top], tag_ids: [second, tag] })).id;
  const chapter = (await createChapter(t.db, { video_id: video, title: "はじめに", description: "説明" })).id;
  await createCaptions(t.db, video, ["最初の文", "次の文"]);
  const playlist = (await createPlaylist(t.db, t.clock, "順番に学ぶ", [another, video])).id;
  await insertRow(t.db, "home_curation", { id: 1, pinned: [video], newcomers_playlist: playlist });
  const notice = (await createNotice(t.db, t.clock)).id;
  const reader = await createUser(t.db, t.clock);
  await insertRow(t.db, "notice_reads", { user_id: reader.id, notice_id: notice, read_at: t.clock.daysAgo(0) });
  const synonyms = (await insertRow(t.db, "synonym_groups", { words: "広告 宣伝" })).id;
  await indexMissing(t.db);
  return { top, child, other, tag, second, video, another, chapter, playlist, notice, synonyms };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

const notice = { notice_category: "news", notice_title: "新しい題", notice_content: "本文", state: "draft" };
const CHANGES: Record<string, (world: World) => [Route, Record<string, string | number>, object?]> = {
  "video: edit": ({ video, tag }) => [
    contract.adminVideos.update,
    { id: video },
    { title: "別の題", video_id: "abcdefghij1", tags: [tag], categories: [] },
  ],
  "video: description": ({ video }) => [contract.adminVideos.describe, { id: video }, { description: "短い" }],
  "video: deletion": ({ video }) => [contract.adminVideos.remove, { id: video }],
  "video: opening": ({ video }) => [contract.adminVideos.setOpening, { id: video }, { is_open: true }],
  "chapter: edit": ({ video, chapter }) => [
    contract.adminChapters.update,
    { id: video, chapter_id: chapter },
    { title: "序", description: "別", time_seconds: 5 },
  ],
  "chapter: creation": ({ video }) => [
    contract.adminChapters.create,
    { id: video },
    { title: "次", description: "説明", time_seconds: 60 },
  ],
  "chapter: deletion": ({ video, chapter }) => [contract.adminChapters.remove, { id: video, chapter_id: chapter }],
  "captions: edit": ({ video }) => [
    contract.adminCaptions.set,
    { id: video },
    { published: true, lines: [{ starts_ms: 1, ends_ms: 2_000, text: "別の文" }] },
  ],
  "captions: first": ({ another }) => [
    contract.adminCaptions.set,
    { id: another },
    { published: true, lines: [{ starts_ms: 1, ends_ms: 2_000, text: "新しい文" }] },
  ],
  "category: name": ({ top }) => [contract.adminCategories.update, { id: top }, { name: "宣伝", parent: null }],
  "category: parent": ({ child }) => [contract.adminCategories.update, { id: child }, { name: "広告", parent: null }],
  "category: creation": () => [contract.adminCategories.create, {}, { name: "新しい", parent: null }],
  "category: deletion with children": ({ top }) => [contract.adminCategories.remove, { id: top }],
  "category: deletion of a child": ({ child }) => [contract.adminCategories.remove, { id: child }],
  "tag: name": ({ tag }) => [contract.adminTags.update, { id: tag }, { name: "初級" }],
  "tag: creation": () => [contract.adminTags.create, {}, { name: "新しい" }],
  "tag: deletion": ({ tag }) => [contract.adminTags.remove, { id: tag }],
  "playlist: name": ({ playlist }) => [
    contract.playlistManagement.update,
    { id: playlist },
    { title: "別の名前", description: "" },
  ],
  "playlist: creation": () => [contract.playlistManagement.create, {}, { title: "新しい", description: "" }],
  "playlist: deletion": ({ playlist }) => [contract.playlistManagement.remove, { id: playlist }],
  "playlist: a video fewer": ({ playlist, another }) => [
    contract.playlistManagement.removeVideo,
    { id: playlist, video_id: another },
  ],
  "home: edit": ({ another }) => [
    contract.adminHome.update,
    {},
    { pinned: [another], newcomers_playlist: null, revision: 1 },
  ],
  "notice: edit": (world) => [contract.adminNotices.update, { id: world.notice }, notice],
  "notice: creation": () => [contract.adminNotices.create, {}, notice],
  "notice: deletion": (world) => [contract.adminNotices.remove, { id: world.notice }],
  "synonyms: edit": ({ synonyms }) => [contract.adminSynonyms.update, { id: synonyms }, { name: "広告 告知" }],
  "synonyms: deletion": ({ synonyms }) => [contract.adminSynonyms.remove, { id: synonyms }],
};

describe("a change and its undoing go back byte for byte", () => {
  test.each(Object.keys(CHANGES))("%s", async (name) => {
    const world = await makeWorld();
    const before = await content();
    const entry = await change(...(CHANGES[name]?.(world) ?? expect.fail()));
    const after = await content();
    expect(after).not.toEqual(before);
    expect((await list()).results[0]).toMatchObject({ can_undo: true });

    expect(await preview(entry)).toMatchObject({ change_count: 1, conflict_count: 0 });
    expect((await undo(entry)).json()).toMatchObject({ count: 1 });
    expect(await content()).toEqual(before);
    expect((await undo(entry)).json()).toMatchObject({ count: 0 });

    expect((await undo(await newest())).json()).toMatchObject({ count: 1 });
    expect(await content()).toEqual(after);
    expect((await undo(await newest())).json()).toMatchObject({ count: 1 });
    expect(await content()).toEqual(before);
  });

  test("every kind of the contract is among them", () => {
    const tried = new Set(Object.keys(CHANGES).map((name) => name.split(":")[0]));
    expect([...tried].toSorted()).toEqual(CONTENT_SUBJECTS.toSorted());
    for (const subject of CONTENT_SUBJECTS) expect(kindOf(subject)).toBeDefined();
    expect(kindOf("member")).toBeUndefined();
  });
});
