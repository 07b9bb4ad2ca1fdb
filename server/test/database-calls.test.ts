import { contract } from "@manabiya/contract";
import { beforeAll, expect, test } from "vitest";
import { createCategory, createUser, createVideo } from "./testing/factories.ts";
import { touchLists } from "./testing/member-counts.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp({ catalogueMaxAge: 60_000 });
let headers: { authorization: string };
let id: number;
let category: number;

beforeAll(async () => {
  headers = await t.as((await createUser(t.db, t.clock)).id);
  category = (await createCategory(t.db, "分類")).id;
  const given = { title: "数える動画", category_ids: [category] };
  for (let more = 0; more < 25; more++) {
    id = (await createVideo(t.db, t.clock, given)).id;
    for (const { url } of [contract.favorites.toggle, contract.watchLater.toggle, contract.videos.progress]) {
      await t.app.inject({ method: "POST", url: url.replace(":id", String(id)), headers });
    }
  }
});

/** The catalogue's version may be looked at in between. */
const VERSION_LOOK = 1;
const TIMES = 20;

/** What is shared by all members is known. `first` is after each change of the member's lists, `again` without one. */
test.each([
  { name: "home", path: contract.home.get.url, first: 3, again: 1 },
  { name: "video", path: contract.videos.get.url, first: 2, again: 1 },
  { name: "categories", path: contract.categories.list.url, first: 1, again: 1 },
  { name: "playlists", path: contract.playlists.list.url, first: 1, again: 1 },
  { name: "profile", path: contract.profile.get.url, first: 1, again: 1 },
  { name: "notice count", path: contract.notices.count.url, first: 2, again: 2 },
  { name: "notices", path: contract.notices.list.url, first: 2, again: 2 },
  { name: "favourites", path: contract.favorites.list.url, first: 2, again: 1 },
  { name: "watch-later, page 2", path: `${contract.watchLater.list.url}?page=2`, first: 2, again: 1 },
  { name: "history", path: contract.history.list.url, first: 2, again: 1 },
  { name: "new videos", path: contract.search.videos.url, first: 2, again: 1 },
  { name: "category", path: "/api/categories/:category/videos/", first: 2, again: 1 },
  { name: "search", path: search("数える"), first: 2, again: 1 },
  { name: "search beyond the end", path: `${search("数")}&page=9`, first: 1, again: 1 },
])("$name asks the database at most as often as planned", async ({ path, first, again }) => {
  const url = path.replace(":id", String(id)).replace(":category", String(category));
  const ask = async () => expect((await t.app.inject({ url, headers })).statusCode).toBe(200);
  await ask();
  let calls = 0;
  for (let time = 0; time < TIMES; time++) {
    await touchLists(t.db);
    t.queries.count = 0;
    await ask();
    calls += t.queries.count;
  }
  expect(calls).toBeLessThanOrEqual(TIMES * first + VERSION_LOOK);
  t.queries.count = 0;
  for (let time = 0; time < TIMES; time++) await ask();
  expect(t.queries.count).toBeLessThanOrEqual(TIMES * again + VERSION_LOOK);
});

function search(words: string): string {
  return `${contract.search.videos.url}?q=${encodeURIComponent(words)}`;
}
