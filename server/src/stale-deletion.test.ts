import type { Route } from "@manabiya/contract";
import { staff } from "@manabiya/contract/staff.ts";
import { describe, expect, test } from "vitest";
import { createPlaylist, createVideo } from "./testing/factories.ts";
import { staffCalls } from "./testing/staff-calls.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp();
type Caller = Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
type Record = { id: number; revision: number };

interface Kind {
  make: (me: Caller) => Promise<number>;
  update: Route;
  /** What the other one saves. */
  body: object;
  remove: Route;
}

const notice = { notice_category: "information", notice_title: "題", notice_content: "本文", state: "draft" };
const idOf = async (answer: ReturnType<Caller["call"]>) => (await answer).json<Record>().id;
const { adminVideos, adminCategories, adminTags, adminNotices, playlistManagement } = staff;

/** Every record with a revision that staff delete as a whole. */
const KINDS: { [name: string]: Kind } = {
  video: {
    make: async () => (await createVideo(t.db, t.clock)).id,
    update: adminVideos.describe,
    body: { description: "新しい概要" },
    remove: adminVideos.remove,
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
  notice: {
    make: (me) => idOf(me.call(adminNotices.create, {}, notice)),
    update: adminNotices.update,
    body: { ...notice, notice_title: "新しい題" },
    remove: adminNotices.remove,
  },
  playlist: {
    make: async () => (await createPlaylist(t.db, t.clock, "リスト", [])).id,
    update: playlistManagement.update,
    body: { title: "新しいリスト", description: "" },
    remove: playlistManagement.remove,
  },
};

describe.each(Object.entries(KINDS))("a %s", (_name, { make, update, body, remove }) => {
  const removeAt = (me: Caller, id: number, revision: number) =>
    me.call({ ...remove, url: `${remove.url}?revision=${revision}` as Route["url"] }, { id });

  test("that somebody else has just changed is deleted only by who has seen that", async () => {
    const me = await staffCalls(t).staff();
    const id = await make(me);
    expect((await me.call(update, { id }, body)).statusCode).toBe(200);
    const refused = await removeAt(me, id, 1);
    expect(refused.statusCode).toBe(409);
    const { type, current } = refused.json<{ type: string; current: Record }>();
    expect([type, current.id, current.revision]).toEqual(["conflict", id, 2]);
    const [first, second] = await Promise.all([removeAt(me, id, 2), removeAt(me, id, 2)]);
    const statuses = [first?.statusCode ?? 0, second?.statusCode ?? 0];
    expect(statuses.toSorted((x, y) => x - y)).toEqual([200, 404]);
  });

  test("is deleted as it is by a caller that knows no revisions", async () => {
    const me = await staffCalls(t).staff();
    const id = await make(me);
    await me.call(update, { id }, body);
    expect((await me.call(remove, { id })).statusCode).toBe(200);
  });
});
