import { contract } from "@manabiya/contract";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bumpCatalogue } from "../cache/version.ts";
import type { PagedResult } from "../../http/paging.ts";
import { createCategory, createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
let headers: { authorization: string };

beforeAll(async () => {
  headers = await t.as((await createUser(t.db, t.clock)).id);
});

beforeEach(async () => {
  await t.db.query({ text: "delete from videos" });
  await bumpCatalogue(t.db);
});

async function get(url: string): Promise<PagedResult<VideoCard>> {
  const response = await t.app.inject({ url, headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function all(url: string, sort: string): Promise<number[]> {
  const first = await get(`${url}?sort=${sort}`);
  const pages = [first];
  for (let { next } = first; next !== null; next = pages.at(-1)?.next ?? null) pages.push(await get(next));
  return pages.flatMap(({ results }) => results.map(({ id }) => id));
}

/** Oldest first; a third of the videos have the same instant as the one before. */
async function makeVideos(length: number, given: Parameters<typeof createVideo>[2] = {}): Promise<number[]> {
  const made = [];
  for (let index = 0; index < length; index++) {
    const published_at = t.clock.daysAgo(100 - Math.floor((index * 2) / 3));
    made.push((await createVideo(t.db, t.clock, { published_at, ...given })).id);
  }
  return made;
}

const LISTS = [
  { name: "new videos", open: async () => ({ url: contract.search.videos.url, given: {} }) },
  {
    name: "a category",
    open: async () => {
      const { id } = await createCategory(t.db, `分類${performance.now()}`);
      const url = contract.categories.videos.url.replace(":id", String(id));
      return { url, given: { category_ids: [id] } };
    },
  },
];

describe.each(LISTS)("$name", ({ open }) => {
  test.each([0, 1, 20, 21, 40, 41])(
    "lists every page of %i videos in order, newest and oldest first",
    async (length) => {
      const { url, given } = await open();
      const made = await makeVideos(length, given);
      expect(await all(url, "newest")).toEqual(made.toReversed());
      expect(await all(url, "oldest")).toEqual(made);
      const last = Math.ceil(length / 20);
      for (const page of [1, 2, 3, 10_000]) {
        const { results, ...paging } = await get(`${url}?page=${page}&sort=oldest`);
        expect(results.map(({ id }) => id)).toEqual(made.slice((page - 1) * 20, page * 20));
        const address = (number: number) => `${url}?page=${number}&sort=oldest`;
        expect(paging).toEqual({
          count: length,
          next: page < last ? address(page + 1) : null,
          previous: page > 1 && last > 0 ? address(Math.min(page - 1, last)) : null,
        });
      }
    },
  );

  test("neither lists nor counts drafts, scheduled and deleted videos", async () => {
    const { url, given } = await open();
    const [seen = 0] = await makeVideos(1, given);
    await createVideo(t.db, t.clock, { ...given, published_at: null });
    await createVideo(t.db, t.clock, { ...given, deleted_at: t.clock.daysAgo(1) });
    await createVideo(t.db, t.clock, { ...given, published_at: t.clock.daysAgo(-1) });
    const { count, results } = await get(url);
    expect([count, results.map(({ id }) => id)]).toEqual([1, [seen]]);
  });

  test("omits a video from the next answer on after it is withdrawn", async () => {
    const { url, given } = await open();
    const made = await makeVideos(21, given);
    expect((await get(url)).count).toBe(21);
    await t.db.query({ text: "update videos set published_at = null where id = $1", values: [made.at(-1)] });
    await bumpCatalogue(t.db);
    expect(await all(url, "newest")).toEqual(made.slice(0, -1).toReversed());
  });

  test("gives each member their own flags", async () => {
    const { url, given } = await open();
    const [id = 0] = await makeVideos(1, given);
    const other = await t.as((await createUser(t.db, t.clock)).id);
    const favorite = contract.favorites.toggle.url.replace(":id", String(id));
    await get(url);
    await t.app.inject({ method: "POST", url: favorite, headers });
    const progress = contract.videos.progress.url.replace(":id", String(id));
    await t.app.inject({ method: "POST", url: progress, headers, payload: { position: 9, duration: 60 } });
    expect((await get(url)).results[0]).toMatchObject({ id, is_favorite: true, watch_later: false, position: 9 });
    const theirs = (await t.app.inject({ url, headers: other })).json<PagedResult<VideoCard>>();
    expect(theirs.results[0]).toMatchObject({ id, is_favorite: false, position: null });
  });
});

test("lists the videos of a parent category and its children, and of a child only its own", async () => {
  const parent = await createCategory(t.db, "親");
  const child = await createCategory(t.db, "子", parent.id);
  const other = await createCategory(t.db, "別");
  const make = async (...category_ids: number[]) => (await createVideo(t.db, t.clock, { category_ids })).id;
  const made = [await make(parent.id), await make(child.id), await make(other.id), await make(child.id, parent.id)];
  const url = (id: number) => contract.categories.videos.url.replace(":id", String(id));
  expect(await all(url(parent.id), "oldest")).toEqual([made[0], made[1], made[3]]);
  expect(await all(url(child.id), "oldest")).toEqual([made[1], made[3]]);
  const filtered = await get(`${contract.search.videos.url}?category=${parent.id}&sort=oldest`);
  expect(filtered.results.map(({ id }) => id)).toEqual([made[0], made[1], made[3]]);
});

test("returns 404 with a message for an unknown category", async () => {
  const response = await t.app.inject({ url: contract.categories.videos.url.replace(":id", "999999"), headers });
  expect(response.statusCode).toBe(404);
  expect(response.json().error).toBe("カテゴリーが見つかりません。");
});
