import { expect, test } from "vitest";
import { createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { indexMissing, indexVideos } from "./index-videos.ts";

const t = useTestApp();

async function rowOf(id: number) {
  const { rows } = await t.db.query<{ title_text: string; chapter_text: string }>({
    text: "select title_text, chapter_text from video_search_texts where video_id = $1",
    values: [id],
  });
  return rows[0];
}

const rename = (db: typeof t.db, id: number, title: string) =>
  db.query({ text: "update videos set title = $2 where id = $1", values: [id, title] });

test("a change writes the row again", async () => {
  const { id } = await createVideo(t.db, t.clock, { title: "古い題" });
  await t.db.transaction(async (tx) => {
    await rename(tx, id, "新シイ題");
    await indexVideos(tx, [id]);
  });
  expect(await rowOf(id)).toMatchObject({ title_text: "新しい題" });
});

test("a change that is rolled back does not change the row", async () => {
  const { id } = await createVideo(t.db, t.clock, { title: "題" });
  const change = t.db.transaction(async (tx) => {
    await rename(tx, id, "別");
    await indexVideos(tx, [id]);
    throw new Error("changed my mind");
  });
  await expect(change).rejects.toThrow("changed my mind");
  expect(await rowOf(id)).toMatchObject({ title_text: "題" });
});

test("chapters that are added concurrently are all indexed", async () => {
  const { id } = await createVideo(t.db, t.clock);
  const add = (title: string) =>
    t.db.transaction(async (tx) => {
      const text = "insert into chapters (video_id, title, description, time_seconds) values ($1, $2, '', 0)";
      await tx.query({ text, values: [id, title] });
      await indexVideos(tx, [id]);
    });
  const titles = Array.from({ length: 8 }, (_, index) => `章${index}番`);
  await Promise.all(titles.map(add));
  const words = (await rowOf(id))?.chapter_text.split(" ").filter(Boolean);
  expect(words?.toSorted()).toEqual(titles);
});

test("the start of a process writes the missing rows only", async () => {
  const [missing, present] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
  await t.db.query({ text: "delete from video_search_texts where video_id = $1", values: [missing.id] });
  await t.db.query({
    text: "update video_search_texts set title_text = '手つかず' where video_id = $1",
    values: [present.id],
  });
  await indexMissing(t.db);
  expect(await rowOf(missing.id)).toMatchObject({ title_text: missing.title });
  expect(await rowOf(present.id)).toMatchObject({ title_text: "手つかず" });
  t.queries.count = 0;
  await indexMissing(t.db);
  expect(t.queries.count).toBe(1);
});

test("an empty list of videos runs no statement", async () => {
  t.queries.count = 0;
  await indexVideos(t.db, []);
  expect(t.queries.count).toBe(0);
});
