import type { Route } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { createCategory, createUser, createVideo } from "./testing/factories.ts";
import { insertRows } from "../src/db/insert-rows.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp();
let headers: { authorization: string };
let category: number;
/** Newest first, by publication and in every list. */
let newest: number[];

beforeAll(async () => {
  headers = await t.as((await createUser(t.db, t.clock)).id);
  category = (await createCategory(t.db, "分類")).id;
  const ids: number[] = [];
  for (const days of [3, 2, 1]) {
    const { id } = await createVideo(t.db, t.clock, { published_at: t.clock.daysAgo(days), category_ids: [category] });
    for (const call of ["favorite", "watch-later", "progress"]) {
      await t.app.inject({ method: "POST", url: `/api/videos/${id}/${call}/`, headers });
    }
    t.clock.advance({ seconds: 1 });
    ids.push(id);
  }
  newest = ids.toReversed();
});

const ORDERS = ["sort", "ordering"];

function orderOf({ method, schema: { querystring } }: Route): string | undefined {
  if (method !== "GET" || !querystring) return undefined;
  const { properties = {} } = z.toJSONSchema(querystring, { io: "input", unrepresentable: "any" });
  return ORDERS.find((name) => name in properties);
}

/** The staff's table has more orders and its own test. */
const lists = everyCall.flatMap(({ name, route }) => {
  const order = orderOf(route);
  return order === undefined || name === "adminVideos.page" ? [] : [{ name, order, route }];
});

test("the lists with an order are found in the contract", () => {
  expect(lists.map(({ name }) => name).toSorted()).toEqual([
    "categories.videos",
    "favorites.list",
    "history.list",
    "search.videos",
    "watchLater.list",
  ]);
});

test.each(lists)("$name takes both spellings of an order and refuses others", async ({ order, route }) => {
  const url = route.url.replace(":id", String(category));
  const ask = (given: string) => t.app.inject({ url: `${url}?${order}=${given}`, headers });
  const shown = async (given: string) =>
    (await ask(given)).json<{ results: VideoCard[] }>().results.map(({ id }) => id);
  for (const given of ["newest", "-created_at"]) expect(await shown(given), given).toEqual(newest);
  for (const given of ["oldest", "created_at"]) expect(await shown(given), given).toEqual(newest.toReversed());
  for (const given of ["", "title", "-oldest"]) expect((await ask(given)).statusCode, given).toBe(400);
});

/** As an import leaves them: every entry has the same time, and pages are read from the nearer end of the list. */
test.each([
  ["favorites", "favorites", "created_at"],
  ["watch-later", "watch_later", "created_at"],
  ["history", "watch_history", "watched_at"],
] as const)("entries of %s with one time stand once on all pages, in both orders", async (path, table, time) => {
  const user = await createUser(t.db, t.clock);
  const own = await t.as(user.id);
  const ids: number[] = [];
  for (let count = 0; count < 47; count++) ids.push((await createVideo(t.db, t.clock)).id);
  const rows = ids.map((video_id) => ({ user_id: user.id, video_id, [time]: t.clock.daysAgo(1) }));
  await insertRows(t.db, table, rows);
  await t.db.query({
    text: `insert into member_counts (user_id, ${table}) values ($1, 47)
           on conflict (user_id) do update set ${table} = 47`,
    values: [user.id],
  });
  const read = async (ordering: string) => {
    const shown: number[] = [];
    for (const page of [1, 2, 3]) {
      const url = `/api/${path}/?page=${page}&ordering=${ordering}`;
      const { results } = (await t.app.inject({ url, headers: own })).json<{ results: VideoCard[] }>();
      expect(results, url).toHaveLength(page === 3 ? 7 : 20);
      shown.push(...results.map(({ id }) => id));
    }
    return shown;
  };
  expect(await read("created_at")).toEqual(ids);
  expect(await read("-created_at")).toEqual(ids.toReversed());
});
