import { contract } from "@manabiya/contract";
import type { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import { beforeAll, expect, test } from "vitest";
import { createCategory, createChapter, createTag, createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { insertRow } from "../../db/insert-rows.ts";
import type { PagedResult } from "../../http/paging.ts";
import type { Search } from "./conditions.ts";
import { createReadingsIndexer } from "./readings/index-readings.ts";
import { plainWord } from "./words.ts";
import { listRanked } from "./relevance.ts";

const t = useTestApp();
let member: { authorization: string };
let nonSubscriber: { authorization: string };
/** By the field that holds 珈琲; later ones are newer. */
let videos: Record<"title" | "chapter" | "tag" | "category" | "description", number>;

beforeAll(async () => {
  member = await t.as((await createUser(t.db, t.clock)).id);
  nonSubscriber = await t.as((await createUser(t.db, t.clock, { subscription_status: "inactive" })).id);
  const tag = await createTag(t.db, "珈琲豆");
  const category = await createCategory(t.db, "自家焙煎の珈琲");
  let days = 40;
  const video = async (given: Parameters<typeof createVideo>[2]) =>
    (await createVideo(t.db, t.clock, { published_at: t.clock.daysAgo(days--), ...given })).id;
  videos = {
    title: await video({ title: "珈琲の淹れ方" }),
    chapter: await video({ title: "朝の支度" }),
    tag: await video({ title: "豆の選び方", tag_ids: [tag.id] }),
    category: await video({ title: "焙煎の温度", category_ids: [category.id] }),
    description: await video({ title: "茶の話", description: "珈琲との違い" }),
  };
  await createChapter(t.db, { video_id: videos.chapter, title: "珈琲を淹れる" });
  await insertRow(t.db, "synonym_groups", { words: "珈琲、アラビカ" });
  await createReadingsIndexer(t.db)();
});

async function searched(q: string, { headers = member, ...options }: Record<string, unknown> = {}) {
  const query = new URLSearchParams({ q, ...(options as Record<string, string>) }).toString();
  const response = await t.app.inject({
    url: `${contract.search.videos.url}?${query}`,
    headers: headers as typeof member,
  });
  expect(response.statusCode).toBe(200);
  return response.json<PagedResult<SearchHit>>();
}

async function search(q: string, options?: Record<string, unknown>) {
  return (await searched(q, options)).results.map(({ id }) => id);
}

async function matchesOf(q: string, headers = member) {
  const { results } = await searched(q, { sort: "relevance", headers });
  return Object.fromEntries(results.map(({ id, matched, matched_by }) => [id, [matched, matched_by]]));
}

test("title, chapter, tag and description weigh in this order, and publication decides between equal ones", async () => {
  const { title, chapter, tag, category, description } = videos;
  expect(await search("珈琲", { sort: "relevance" })).toEqual([title, chapter, category, tag, description]);
  expect(await search("珈琲", { sort: "relevance", type: "chapter" })).toEqual([chapter]);
});

test("a video that holds the words in more fields comes before one with the same best field", async () => {
  const both = await createVideo(t.db, t.clock, { title: "珈琲の器", published_at: t.clock.daysAgo(60) });
  await createChapter(t.db, { video_id: both.id, title: "珈琲を注ぐ" });
  expect((await search("珈琲", { sort: "relevance" })).slice(0, 2)).toEqual([both.id, videos.title]);
  await t.db.query({ text: "delete from videos where id = $1", values: [both.id] });
});

test("the orders by publication stay, and newest first is the default", async () => {
  const { title, chapter, tag, category, description } = videos;
  const newest = [description, category, tag, chapter, title];
  expect(await search("珈琲")).toEqual(newest);
  expect(await search("珈琲", { sort: "newest" })).toEqual(newest);
  expect(await search("珈琲", { sort: "oldest" })).toEqual(newest.toReversed());
  expect((await search("", { sort: "relevance" })).slice(0, 5)).toEqual(newest);
});

test("a user without access gets an order by what cards show", async () => {
  const { title, category, tag } = videos;
  expect(await search("珈琲", { sort: "relevance", headers: nonSubscriber })).toEqual([title, category, tag]);
});

test("by relevance a hit names the strongest field with its words and how it holds them", async () => {
  const { title, chapter, tag, category, description } = videos;
  expect(await matchesOf("珈琲")).toMatchObject({
    [title]: ["title", "exact"],
    [chapter]: ["chapter", "exact"],
    [tag]: ["tag", "exact"],
    [category]: ["tag", "exact"],
    [description]: ["description", "exact"],
  });
  expect((await matchesOf("アラビカ"))[title]).toEqual(["title", "synonym"]);
  expect((await matchesOf("まめ"))[tag]).toEqual(["title", "reading"]);
  expect((await matchesOf("mame"))[tag]).toEqual(["title", "reading"]);
  expect((await matchesOf("珈琲 豆"))[tag]).toEqual(["title", "exact"]);
  expect((await matchesOf("珈琲", nonSubscriber))[category]).toEqual(["tag", "exact"]);
  const { results } = await searched("珈琲");
  expect(Object.keys(results[0] ?? {})).not.toContain("matched");
});

test("pages of the order by relevance follow each other", async () => {
  const made = [];
  for (let day = 0; day < 45; day++) {
    const title = day % 2 === 0 ? `急須 第${day}回` : `道具 第${day}回`;
    const given = { title, description: "急須", published_at: t.clock.daysAgo(100 - day) };
    made.push({ id: (await createVideo(t.db, t.clock, given)).id, isTitle: day % 2 === 0 });
  }
  const newest = made.toReversed();
  const best = [...newest.filter(({ isTitle }) => isTitle), ...newest.filter(({ isTitle }) => !isTitle)];
  const pages = await Promise.all(["1", "2", "3"].map((page) => search("急須", { sort: "relevance", page })));
  expect(pages.flat()).toEqual(best.map(({ id }) => id));
});

test("of more hits than ids are kept, titles come first and names second", async () => {
  const { rows: tags } = await t.db.query<{ id: number }>({ text: "select id from tags" });
  const names = { find: () => ({ tags: tags.map(({ id }) => id), categories: [] }) };
  const at = new Date(t.clock.now()).toISOString();
  const found: Search = {
    scope: "all",
    words: [plainWord("珈琲")],
    names,
    categoryIds: null,
    hidden: [],
    at,
    total: Infinity,
  };
  const range = { order: "desc", limit: 5, offset: 0, count: 5 } as const;
  const { title, chapter, tag, category, description } = videos;
  const ranked = await listRanked(t.db, found, range);
  expect(ranked.map(({ id }) => id)).toEqual([title, tag, description, category, chapter]);
});
