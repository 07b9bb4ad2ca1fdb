import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { chapters, video_search_texts, videos } from "../../db/schema.ts";
import { createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { indexMissing, indexVideos } from "./index-videos.ts";

const t = useTestApp();

const rowOf = async (id: number) =>
  (await t.db.orm.select().from(video_search_texts).where(eq(video_search_texts.video_id, id)))[0];

test("after a change the row is written anew", async () => {
  const { id } = await createVideo(t.db, t.clock, { title: "古い題" });
  await t.db.transaction(async (tx) => {
    await tx.orm.update(videos).set({ title: "新シイ題" }).where(eq(videos.id, id));
    await indexVideos(tx, [id]);
  });
  expect(await rowOf(id)).toMatchObject({ title_text: "新しい題" });
});

test("a change that is rolled back leaves the row as it was", async () => {
  const { id } = await createVideo(t.db, t.clock, { title: "題" });
  const change = t.db.transaction(async (tx) => {
    await tx.orm.update(videos).set({ title: "別" }).where(eq(videos.id, id));
    await indexVideos(tx, [id]);
    throw new Error("changed my mind");
  });
  await expect(change).rejects.toThrow("changed my mind");
  expect(await rowOf(id)).toMatchObject({ title_text: "題" });
});

test("of chapters that are added at once none is missing", async () => {
  const { id } = await createVideo(t.db, t.clock);
  const add = (title: string) =>
    t.db.transaction(async (tx) => {
      await tx.orm.insert(chapters).values({ video_id: id, title, time_seconds: 0 });
      await indexVideos(tx, [id]);
    });
  const titles = Array.from({ length: 8 }, (_, place) => `章${place}番`);
  await Promise.all(titles.map(add));
  const words = (await rowOf(id))?.chapter_text.split(" ").filter(Boolean);
  expect(words?.toSorted()).toEqual(titles);
});

test("at the start only the missing rows are written", async () => {
  const [missing, present] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
  await t.db.orm.delete(video_search_texts).where(eq(video_search_texts.video_id, missing.id));
  await t.db.orm
    .update(video_search_texts)
    .set({ title_text: "手つかず" })
    .where(eq(video_search_texts.video_id, present.id));
  await indexMissing(t.db);
  expect(await rowOf(missing.id)).toMatchObject({ title_text: missing.title });
  expect(await rowOf(present.id)).toMatchObject({ title_text: "手つかず" });
  t.queries.count = 0;
  await indexMissing(t.db);
  expect(t.queries.count).toBe(1);
});

test("nothing to write, no statement", async () => {
  t.queries.count = 0;
  await indexVideos(t.db, []);
  expect(t.queries.count).toBe(0);
});
