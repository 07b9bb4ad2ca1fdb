import { contract } from "@manabiya/contract";
import type { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import { beforeAll, expect, test } from "vitest";
import { createCaptions, createChapter, createTag, createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { insertRow } from "../../db/insert-rows.ts";
import type { PagedResult } from "../../http/paging.ts";
import { bumpCatalogue } from "../cache/version.ts";
import { indexMissing, indexVideos } from "./index-videos.ts";

const t = useTestApp();
let member: { authorization: string };

beforeAll(async () => {
  member = await t.as((await createUser(t.db, t.clock)).id);
});

async function search(given: Record<string, string>, headers = member) {
  const url = `${contract.search.videos.url}?${new URLSearchParams(given).toString()}`;
  const response = await t.app.inject({ url, headers });
  expect(response.statusCode).toBe(200);
  return response.json<PagedResult<SearchHit>>();
}

const found = async (given: Record<string, string>, headers = member) =>
  (await search(given, headers)).results.map(({ id }) => id);

const video = async (given?: Parameters<typeof createVideo>[2]) => (await createVideo(t.db, t.clock, given)).id;

test("a search of everything finds a video by its spoken words, with their sentences and times", async () => {
  const id = await video({ title: "朝の支度" });
  const lines = ["今朝は囲炉裏に火を入れます", "煙が出ますね", "囲炉裏は冬だけです", "夏の囲炉裏", "囲炉裏の灰"];
  await createCaptions(t.db, id, lines);
  for (const sort of ["newest", "relevance"]) {
    const { count, results } = await search({ q: "囲炉裏", sort });
    expect(count).toBe(1);
    expect(results[0]?.spoken_hits).toEqual([
      { starts_ms: 0, time_formatted: "00:00", text: lines[0] },
      { starts_ms: 10_000, time_formatted: "00:10", text: lines[2] },
      { starts_ms: 15_000, time_formatted: "00:15", text: lines[3] },
    ]);
  }
  for (const type of ["title", "chapter"]) expect(await found({ q: "囲炉裏", type })).toEqual([]);
});

test("of several words the lines with most of them are shown, by time", async () => {
  const id = await video({ title: "風呂敷" });
  await createCaptions(t.db, id, ["木綿です", "木綿です", "木綿です", "木綿と縮緬の結び方", "縮緬です"]);
  const { results } = await search({ q: "縮緬 木綿" });
  expect(results[0]?.spoken_hits?.map(({ starts_ms }) => starts_ms)).toEqual([0, 5_000, 15_000]);
  // One word is spoken, and the other stands in the title.
  expect(await found({ q: "縮緬 風呂敷" })).toEqual([id]);
});

test("a word does not go across two lines, and long words are confirmed in the lines", async () => {
  const id = await video({ title: "祭り" });
  await createCaptions(t.db, id, ["提灯を並べて", "ください", "並べてくれた提灯"]);
  expect(await found({ q: "てくだ" })).toEqual([]);
  expect(await found({ q: "並べてくれた" })).toEqual([id]);
});

test("a phrase that stands in captions alone does not hide the videos about its subject", async () => {
  const [titled, spoken] = [await video({ title: "注連縄を飾る" }), await video({ title: "暮れの話" })];
  await createCaptions(t.db, spoken, ["注連縄の作り方はまた今度"]);
  expect(await found({ q: "注連縄の作り方", sort: "relevance" })).toEqual([titled, spoken]);
  await createCaptions(t.db, await video(), ["鏡開きの由来は後で"]);
  expect(await found({ q: "鏡開きの由来" })).toHaveLength(1);
});

test("by relevance spoken words are the weakest place, and a hit says so", async () => {
  const tag = await createTag(t.db, "盆踊り");
  let days = 1;
  const older = (given: Parameters<typeof createVideo>[2]) =>
    video({ published_at: t.clock.daysAgo(days++), ...given });
  const spoken = await older({ title: "一" });
  await createCaptions(t.db, spoken, ["盆踊りの話"]);
  const described = await older({ title: "二", description: "盆踊り" });
  const tagged = await older({ title: "三", tag_ids: [tag.id] });
  const chaptered = await older({ title: "四" });
  await createChapter(t.db, { video_id: chaptered, title: "盆踊り" });
  const titled = await older({ title: "盆踊り" });
  await bumpCatalogue(t.db);
  const { results } = await search({ q: "盆踊り", sort: "relevance" });
  expect(results.map(({ id, matched }) => [id, matched])).toEqual([
    [titled, "title"],
    [chaptered, "chapter"],
    [tagged, "tag"],
    [described, "description"],
    [spoken, "spoken"],
  ]);
  expect(await found({ q: "盆踊り" })).toEqual([spoken, described, tagged, chaptered, titled]);
});

test("a synonym of a spoken word finds its video, after those with the typed word", async () => {
  await insertRow(t.db, "synonym_groups", { words: "手ぬぐい、晒し布" });
  const [other, typed] = [
    await video({ title: "布一" }),
    await video({ title: "布二", published_at: t.clock.daysAgo(9) }),
  ];
  await createCaptions(t.db, other, ["晒し布で包みます"]);
  await createCaptions(t.db, typed, ["手ぬぐいで包みます"]);
  const { results } = await search({ q: "手ぬぐい", sort: "relevance" });
  expect(results.map(({ id, matched, matched_by }) => [id, matched, matched_by])).toEqual([
    [typed, "spoken", "exact"],
    [other, "spoken", "synonym"],
  ]);
});

test("unpublished captions are not found, and withdrawn ones no longer", async () => {
  const id = await video();
  await createCaptions(t.db, id, ["火鉢のそばで"], false);
  expect(await found({ q: "火鉢" })).toEqual([]);
  const publish = async (published: boolean) => {
    await t.db.query({ text: "update captions set published = $2 where video_id = $1", values: [id, published] });
    await indexVideos(t.db, [id]);
    await bumpCatalogue(t.db);
  };
  await publish(true);
  expect(await found({ q: "火鉢" })).toEqual([id]);
  await publish(false);
  expect(await found({ q: "火鉢" })).toEqual([]);
});

test.each(["inactive", "canceled"] as const)(
  "spoken words find nothing for a member of the status %s, and no line leaves",
  async (subscription_status) => {
    const headers = await t.as((await createUser(t.db, t.clock, { subscription_status })).id);
    const id = await video({ title: `文箱 ${subscription_status}` });
    await createCaptions(t.db, id, ["螺鈿の文箱です"]);
    for (const sort of ["newest", "relevance"]) {
      expect(await found({ q: "螺鈿", sort }, headers)).toEqual([]);
      const { results } = await search({ q: `文箱 ${subscription_status}`, sort }, headers);
      expect(results.map((hit) => [hit.spoken_hits, hit.chapter_hits])).toEqual(results.map(() => [undefined, []]));
      expect(results.map((hit) => hit.id)).toContain(id);
    }
  },
);

test("the start of a process indexes captions that no index has, once", async () => {
  const id = await video();
  await createCaptions(t.db, id, ["行灯をともす"]);
  await t.db.query({ text: "delete from video_search_spoken where video_id = $1", values: [id] });
  await indexMissing(t.db);
  expect(await found({ q: "行灯" })).toEqual([id]);
  t.queries.count = 0;
  await indexMissing(t.db);
  expect(t.queries.count).toBe(1);
});
