import { contract } from "@manabiya/contract";
import type { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import { PAGE_SIZE } from "@manabiya/contract/rules/pager.ts";
import { HITS_MAX } from "@manabiya/contract/rules/search-text.ts";
import { beforeAll, expect, test } from "vitest";
import { createChapter, createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import type { PagedResult } from "../../http/paging.ts";
import { bumpCatalogue } from "../cache/version.ts";

const t = useTestApp();
let member: { authorization: string };
/** Newest first. */
let ids: number[];

beforeAll(async () => {
  member = await t.as((await createUser(t.db, t.clock)).id);
  const first = await createVideo(t.db, t.clock, { title: "紅花の染め方", description: "みょうばん" });
  await createChapter(t.db, { video_id: first.id, title: "布を洗う" });
  // Copies of the first one with its index.
  const { rows } = await t.db.query<{ id: number }>({
    text: `
      with copies as (
        insert into videos (video_id, title, description, duration, created_at, published_at)
        select 'copy-' || n, title, description, duration, at, at
          from videos, generate_series(1, ${HITS_MAX}) as n, lateral (select published_at + n * interval '1 second' as at) as published
        returning id, published_at),
      texts as (
        insert into video_search_texts (video_id, title_text, base_text, chapter_text)
        select c.id, title_text, base_text, chapter_text from video_search_texts, copies c)
      select id from copies order by published_at desc`,
  });
  ids = [...rows.map(({ id }) => id), first.id];
  await t.db.query({
    text: `
      insert into video_search_grams (video_id, title_grams, base_grams, chapter_grams, all_grams)
      select t.video_id, title_grams, base_grams, chapter_grams, all_grams from video_search_grams g, video_search_texts t
       where g.video_id = $1 and t.video_id <> $1`,
    values: [first.id],
  });
  await t.db.query({ text: "vacuum analyze" });
  await bumpCatalogue(t.db);
});

async function idsOf(q: string, page: number, sort = "newest") {
  const query = new URLSearchParams({ q, sort, page: String(page) }).toString();
  const response = await t.app.inject({ url: `${contract.search.videos.url}?${query}`, headers: member });
  const { count, next, results } = response.json<PagedResult<SearchHit>>();
  return { count, hasNext: next !== null, ids: results.map(({ id }) => id) };
}

const LAST = HITS_MAX / PAGE_SIZE;

test.each(["紅花", "紅花の染め方 布"])(
  "a search for %s lists no more videos than the maximum, from either end",
  async (q) => {
    expect(ids).toHaveLength(HITS_MAX + 1);
    expect(await idsOf(q, 1)).toEqual({ count: HITS_MAX, hasNext: true, ids: ids.slice(0, PAGE_SIZE) });
    const last = { count: HITS_MAX, hasNext: false };
    expect(await idsOf(q, LAST)).toEqual({ ...last, ids: ids.slice(HITS_MAX - PAGE_SIZE, HITS_MAX) });
    expect((await idsOf(q, 1, "oldest")).ids).toEqual(ids.toReversed().slice(0, PAGE_SIZE));
    expect(await idsOf(q, LAST, "oldest")).toEqual({ ...last, ids: ids.toReversed().slice(-PAGE_SIZE - 1, -1) });
    expect((await idsOf(q, LAST + 1)).ids).toEqual([]);
  },
);
