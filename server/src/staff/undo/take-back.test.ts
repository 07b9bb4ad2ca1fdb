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
import { kindOf } from "./kind-statements.ts";

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

const notice = { notice_category: "information", notice_title: "新しい題", notice_content: "本文", state: "draft" };
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
    { published: true, lines: [{ starts_ms: 1, ends_ms: 2_000, text: "別の文" }], revision: 1 },
  ],
  "captions: first": ({ another }) => [
    contract.adminCaptions.set,
    { id: another },
    { published: true, lines: [{ starts_ms: 1, ends_ms: 2_000, text: "新しい文" }], revision: 0 },
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
  "synonyms: edit": ({ synonyms }) => [contract.adminSynonyms.update, { id: synonyms }, { name: "広告、告知" }],
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
    expect(tried).toEqual(new Set(CONTENT_SUBJECTS));
    for (const subject of CONTENT_SUBJECTS) expect(kindOf(subject)).toBeDefined();
    expect(kindOf("member")).toBeUndefined();
  });
});

async function uploadCsv(route: Route, field: string, csv: string, params: Record<string, number> = {}) {
  const form = await formPayload({ [field]: fileOf(csv, "table.csv") });
  const url = route.url.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]));
  const answer = await t.app.inject({
    method: "POST",
    url: `${url}?dry_run=false&confirmed=true`,
    payload: form.payload,
    headers: { ...form.headers, ...me.headers },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return newest();
}
const sheet = contract.adminVideoSheet;
const exported = async () => (await me.get(sheet.download.url)).body;

describe("an upload", () => {
  test("of videos is one entry that opens, and goes to the trash as one", async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `動画${index},https://youtu.be/abcdefgh${100 + index},入門`);
    const { count } = await list();
    const entry = await uploadCsv(
      contract.adminVideoCsv.upload,
      "csv_file",
      ["title,video_id,categories", ...rows].join("\n"),
    );
    expect((await list()).count).toBe(count + 1);
    expect((await list()).results[0]).toMatchObject({ action: "video_list.import", part_count: 30, can_undo: true });
    expect(await list(`part_of=${entry}`)).toMatchObject({ count: 30 });
    expect((await undo(entry)).json()).toMatchObject({ count: 30 });
    const trashed = async () =>
      (await selectRows(t.db, "videos")).filter(({ deleted_at }) => deleted_at !== null).length;
    expect(await trashed()).toBe(30);
    expect(await list("trash=true&subject=video")).toMatchObject({ count: 30 });
    expect((await undo(await newest())).json()).toMatchObject({ count: 30 });
    expect(await trashed()).toBe(0);
    expect(await list("trash=true&subject=video")).toMatchObject({ count: 0 });
  });

  test("of chapters is one entry of its video", async () => {
    const { video } = await makeWorld();
    const before = await content();
    const entry = await uploadCsv(contract.adminChapters.uploadCsv, "file", "chapter_title,time\n一,1:00\n二,2:00", {
      id: video,
    });
    expect((await list()).results[0]).toMatchObject({
      action: "chapter_list.import",
      subject_id: video,
      part_count: 2,
    });
    expect((await undo(entry)).json()).toMatchObject({ count: 2 });
    expect(await content()).toEqual(before);
  });

  test("of 5,000 changed videos goes back in one press, byte for byte, in time", async () => {
    const { other, tag, playlist } = await makeWorld();
    await t.db.query({
      text: `insert into videos (video_id, title, description, created_at, published_at, category_ids, tag_ids)
             select 'bulk-' || n, '動画' || n || 'の題名', repeat('説明の文章です。', 60), $1, $1, array[$2::int], array[$3::int]
               from generate_series(1, 5000) n`,
      values: [t.clock.daysAgo(2), other, tag],
    });
    await t.db.query({
      text: `insert into chapters (video_id, title, time_seconds)
             select id, '第' || n || '章', n * 60 from videos, generate_series(0, 9) n where video_id like 'bulk-%'`,
    });
    await t.db.query({
      text: `insert into playlist_videos (playlist_id, video_id, place)
             select $1, id, 10 + id from videos where video_id like 'bulk-%' order by id limit 100`,
      values: [playlist],
    });
    await indexMissing(t.db);
    const before = await content();
    const [header = "", ...rows] = (await exported()).split("\r\n");
    const bulk = rows
      .join("\r\n")
      .replaceAll("説明の文章です。", "")
      .replaceAll(/第\d章/g, "章")
      .replaceAll("会計", "集客")
      .replaceAll("順番に学ぶ", "");
    const { count } = await list();
    const entry = await uploadCsv(sheet.upload, "csv_file", [header, bulk].join("\r\n"));
    const after = await content();
    expect((await list()).count).toBe(count + 1);
    expect((await list()).results[0]).toMatchObject({ action: "video_list.update_by_csv", part_count: 5002 });
    expect(await preview(entry)).toMatchObject({ change_count: 5002, conflict_count: 0 });
    const { state } = await preview(entry);
    const pressed = performance.now();
    const answer = await me.call(contract.adminUndo.undo, { id: entry }, { state, overwrite: [] });
    expect(answer.json()).toMatchObject({ count: 5002 });
    const ended = performance.now();
    console.log(`5,000 videos: taken back within ${Math.round(ended - pressed)} ms`);
    // The promise is 30 seconds. Other tests may run on this machine meanwhile.
    expect(ended - pressed).toBeLessThan(60_000);
    expect(await content()).toEqual(before);
    expect((await undo(await newest())).json()).toMatchObject({ count: 5002 });
    expect(await content()).toEqual(after);
  }, 180_000);
});

describe("a conflict", () => {
  async function conflicting() {
    const { video, another } = await makeWorld();
    const [header = "", ...rows] = (await exported()).split("\r\n");
    const wrong = rows
      .join("\r\n")
      .replaceAll(/動画(\d+)/g, "誤り$1")
      .replaceAll("概要", "誤");
    const entry = await uploadCsv(sheet.upload, "csv_file", [header, wrong].join("\r\n"));
    await change(contract.adminVideos.describe, { id: video }, { description: "同僚の文" }, colleague);
    return { entry, video, another, titleOf: async (id: number) => (await selectRows(t.db, "videos", { id }))[0] };
  }

  test("of a field is shown and skipped, while the others go back", async () => {
    const { entry, video, another, titleOf } = await conflicting();
    const { conflict_count, records } = await preview(entry);
    expect(conflict_count).toBe(1);
    expect(records[0]?.fields.map(({ name, is_conflict }) => [name, is_conflict])).toEqual([
      ["title", false],
      ["description", true],
    ]);
    expect(records[0]?.fields[1]).toMatchObject({ now: "同僚の文", key: `video:${video}:description` });
    expect((await undo(entry)).json()).toMatchObject({ count: 2 });
    expect(await titleOf(video)).toMatchObject({ description: "同僚の文", title: expect.stringContaining("動画") });
    expect(await titleOf(another)).toMatchObject({ title: expect.stringContaining("動画") });
  });

  test("is overwritten by choice, and comes back by undoing that", async () => {
    const { entry, video, titleOf } = await conflicting();
    await undo(entry, [`video:${video}:description`]);
    expect((await titleOf(video))?.description).toMatch(/^概要/);
    await undo(await newest());
    expect(await titleOf(video)).toMatchObject({ description: "同僚の文" });
  });

  test("that arises after the preview changes nothing", async () => {
    const { entry, video, titleOf } = await conflicting();
    const { state } = await preview(entry);
    const body = { state, overwrite: [`video:${video}:description`] };
    await change(contract.adminVideos.describe, { id: video }, { description: "もっと新しい文" }, colleague);
    const refused = await me.call(contract.adminUndo.undo, { id: entry }, body);
    expect([refused.statusCode, refused.json().type]).toEqual([409, "conflict"]);
    expect(await titleOf(video)).toMatchObject({
      description: "もっと新しい文",
      title: expect.stringContaining("誤り"),
    });
  });

  test("keeps a tag that somebody has used since it was created", async () => {
    const { video } = await makeWorld();
    const entry = await change(contract.adminTags.create, {}, { name: "新しい" });
    const { id } = (await selectRows(t.db, "tags", { name: "新しい" }))[0];
    await change(
      contract.adminVideos.update,
      { id: video },
      { title: "題", video_id: "abcdefghij2", tags: [id] },
      colleague,
    );
    expect((await undo(entry)).json()).toMatchObject({ count: 0 });
    expect((await undo(entry, [`tag:${id}:videos`])).json()).toMatchObject({ count: 1 });
    expect((await selectRows(t.db, "videos", { id: video }))[0]?.tag_ids).toEqual([]);
  });

  test("of names is named, and nothing changes", async () => {
    const { tag } = await makeWorld();
    const entry = await change(contract.adminTags.remove, { id: tag });
    await change(contract.adminTags.create, {}, { name: "入門" }, colleague);
    const before = await content();
    const refused = await undo(entry);
    expect([refused.statusCode, refused.json().error]).toEqual([400, "同じ名前のタグがすでにあります。"]);
    expect(await content()).toEqual(before);
  });

  test("with a record that is gone does not stop the others", async () => {
    const { video } = await makeWorld();
    const [header = "", ...rows] = (await exported()).split("\r\n");
    const entry = await uploadCsv(sheet.upload, "csv_file", [header, ...rows].join("\r\n").replaceAll("動画", "誤り"));
    await t.db.query({ text: "delete from videos where id = $1", values: [video] });
    expect(await preview(entry)).toMatchObject({ change_count: 1, gone_count: 1 });
    expect((await undo(entry)).json()).toMatchObject({ count: 1 });
  });
});

test("records that went meanwhile leave no trace in what comes back", async () => {
  const { top, video, playlist, chapter } = await makeWorld();
  const edit = await change(
    contract.adminVideos.update,
    { id: video },
    { title: "題", video_id: "abcdefghij3", categories: [] },
  );
  await change(contract.adminCategories.remove, { id: top });
  expect((await undo(edit)).statusCode).toBe(200);
  const [row] = await selectRows(t.db, "videos", { id: video });
  expect(row.category_ids).toHaveLength(2);
  expect(row.category_ids).not.toContain(top);
  const list = await change(contract.playlistManagement.remove, { id: playlist });
  const removal = await change(contract.adminChapters.remove, { id: video, chapter_id: chapter });
  await t.db.query({ text: "delete from videos where id = $1", values: [video] });
  expect((await undo(list)).json()).toMatchObject({ count: 1 });
  expect(await selectRows(t.db, "playlist_videos")).toHaveLength(1);
  expect((await undo(removal)).statusCode).toBe(409);
});

describe("the log", () => {
  test("filters by person, day, kind and record", async () => {
    const { tag, second } = await makeWorld();
    const theirs = await change(contract.adminTags.update, { id: tag }, { name: "甲" }, colleague);
    const mine = await change(contract.adminTags.update, { id: second }, { name: "乙" });
    const ids = async (filter: string) => (await list(filter)).results.map(({ id }) => id).filter((id) => id >= theirs);
    const today = new Date(t.clock.now() + 9 * 3_600_000).toISOString().slice(0, 10);
    const tomorrow = new Date(t.clock.now() + 33 * 3_600_000).toISOString().slice(0, 10);
    expect(await ids(`by=${colleague.user.id}`)).toEqual([theirs]);
    expect(await ids(`subject=tag&subject_id=${second}`)).toEqual([mine]);
    expect(await ids(`from=${today}&to=${today}`)).toEqual([mine, theirs]);
    expect(await ids(`from=${tomorrow}`)).toEqual([]);
    expect(await ids("subject=video")).toEqual([]);
    const people = (await me.call(contract.audit.people)).json<{ id: number }[]>();
    expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining([me.user.id, colleague.user.id]));
  });

  test("shows content alone to staff who are not superusers", async () => {
    const superuser = await staffCalls(t).superuser();
    await t.db.query({
      text: "insert into audit_log (at, action, subject, subject_id) values (now(), 'member.close', 'member', 1)",
    });
    expect((await list("subject=member", superuser)).count).toBe(1);
    expect((await list("subject=member")).count).toBe(0);
  });

  test("has deleted records in the trash for 30 days, with who has read a notice", async () => {
    const world = await makeWorld();
    const entry = await change(contract.adminNotices.remove, { id: world.notice });
    const chapter = await change(contract.adminChapters.remove, { id: world.video, chapter_id: world.chapter });
    const trash = async () => (await list("trash=true")).results.map(({ id }) => id).filter((id) => id >= entry);
    expect(await trash()).toEqual([chapter, entry]);
    await undo(chapter);
    expect(await trash()).toEqual([entry]);
    await deleteExpired(t.db, t.clock.now());
    expect(await selectRows(t.db, "notice_reads", { notice_id: world.notice })).toHaveLength(1);
    t.clock.advance({ days: 31 });
    await deleteExpired(t.db, t.clock.now());
    expect(await selectRows(t.db, "undo_values")).toEqual([]);
    expect(await selectRows(t.db, "notice_reads", { notice_id: world.notice })).toEqual([]);
    me = await staffCalls(t).staff();
    expect((await me.call(contract.adminUndo.preview, { id: entry })).statusCode).toBe(404);
  });
});
