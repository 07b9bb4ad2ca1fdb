import { contract } from "@manabiya/contract";
import type { Route } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { createChapter, createPlaylist, createVideo } from "./testing/factories.ts";
import { staffCalls } from "./testing/staff-calls.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp();
type Caller = Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
type Record = { id: number; revision: number };
/** Path parameters of a record's calls. */
type Params = { id: number; chapter_id?: number };

interface Kind {
  make: (me: Caller) => Promise<Params>;
  update: Route;
  /** A change by another staff member. */
  body: object;
  remove: Route;
}

const notice = { notice_category: "information", notice_title: "題", notice_content: "本文", state: "draft" };
const idOf = async (answer: ReturnType<Caller["call"]>) => ({ id: (await answer).json<Record>().id });
const { adminVideos, adminChapters, adminCategories, adminSynonyms, adminTags, adminNotices, playlistManagement } =
  contract;

/** Every kind of record with a revision that staff can delete. */
const KINDS: { [name: string]: Kind } = {
  video: {
    make: async () => ({ id: (await createVideo(t.db, t.clock)).id }),
    update: adminVideos.describe,
    body: { description: "新しい概要" },
    remove: adminVideos.remove,
  },
  chapter: {
    make: async () => {
      const { id } = await createVideo(t.db, t.clock);
      return { id, chapter_id: (await createChapter(t.db, { video_id: id })).id };
    },
    update: adminChapters.update,
    body: { title: "新しい題", description: "説明", time_seconds: 90 },
    remove: adminChapters.remove,
  },
  category: {
    make: (me) => idOf(me.call(adminCategories.create, {}, { name: "分類", parent: null })),
    update: adminCategories.update,
    body: { name: "分類の新しい名前", parent: null },
    remove: adminCategories.remove,
  },
  tag: {
    make: (me) => idOf(me.call(adminTags.create, {}, { name: "タグ" })),
    update: adminTags.update,
    body: { name: "タグの新しい名前" },
    remove: adminTags.remove,
  },
  synonyms: {
    make: (me) => idOf(me.call(adminSynonyms.create, {}, { name: "甲、乙" })),
    update: adminSynonyms.update,
    body: { name: "甲、丙" },
    remove: adminSynonyms.remove,
  },
  notice: {
    make: (me) => idOf(me.call(adminNotices.create, {}, notice)),
    update: adminNotices.update,
    body: { ...notice, notice_title: "新しい題" },
    remove: adminNotices.remove,
  },
  playlist: {
    make: async () => ({ id: (await createPlaylist(t.db, t.clock, "リスト", [])).id }),
    update: playlistManagement.update,
    body: { title: "新しいリスト", description: "" },
    remove: playlistManagement.remove,
  },
};

describe.each(Object.entries(KINDS))("a %s", (_name, { make, update, body, remove }) => {
  const removeAt = (me: Caller, at: Params, revision: number) =>
    me.call({ ...remove, url: `${remove.url}?revision=${revision}` as Route["url"] }, { ...at });

  test("is deleted only with its current revision", async () => {
    const me = await staffCalls(t).staff();
    const at = await make(me);
    expect((await me.call(update, { ...at }, body)).statusCode).toBe(200);
    const refused = await removeAt(me, at, 1);
    expect(refused.statusCode).toBe(409);
    const { type, current } = refused.json<{ type: string; current: Record }>();
    expect([type, current.id, current.revision]).toEqual(["conflict", at.chapter_id ?? at.id, 2]);
    const [first, second] = await Promise.all([removeAt(me, at, 2), removeAt(me, at, 2)]);
    const statuses = [first?.statusCode ?? 0, second?.statusCode ?? 0];
    expect(statuses.toSorted((x, y) => x - y)).toEqual([200, 404]);
  });

  test("is deleted by a client that sends no revision", async () => {
    const me = await staffCalls(t).staff();
    const at = await make(me);
    await me.call(update, { ...at }, body);
    expect((await me.call(remove, { ...at })).statusCode).toBe(200);
  });
});
