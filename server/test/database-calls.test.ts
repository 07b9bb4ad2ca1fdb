import { contract } from "@manabiya/contract";
import { beforeAll, expect, test } from "vitest";
import { bumpCatalogue } from "../src/catalogue/cache/version.ts";
import { createCategory, createPlaylist, createUser, createVideo } from "./testing/factories.ts";
import { touchLists } from "./testing/member-counts.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp({ catalogueMaxAge: 60_000 });
let userId: number;
let id: number;
let category: number;

beforeAll(async () => {
  userId = (await createUser(t.db, t.clock)).id;
  const headers = await t.as(userId);
  category = (await createCategory(t.db, "分類")).id;
  const values = { title: "数える動画", category_ids: [category] };
  for (let more = 0; more < 25; more++) {
    id = (await createVideo(t.db, t.clock, values)).id;
    for (const { url } of [contract.favorites.toggle, contract.watchLater.toggle, contract.videos.progress]) {
      await t.app.inject({ method: "POST", url: url.replace(":id", String(id)), headers });
    }
  }
  const playlist = await createPlaylist(t.db, t.clock, "はじめに", [id - 1, id]);
  const choice = { text: "insert into home_curation values (1, $1, $2)", values: [[id - 2, id - 3], playlist.id] };
  await t.db.query(choice);
  await bumpCatalogue(t.db);
});

/** The catalogue's version may be read in between. */
const VERSION_READ = 1;
const TIMES = 20;

/** The shared catalogue is cached. `first`: statements after a change of the member's lists; `again`: without one. */
test.each([
  { name: "home", path: contract.home.get.url, first: 3, again: 1 },
  { name: "video", path: contract.videos.get.url, first: 2, again: 1 },
  { name: "open lessons", path: contract.openLessons.list.url, first: 1, again: 1 },
  { name: "card of a video", path: contract.videos.card.url, first: 3, again: 2 },
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
  { name: "search by relevance", path: `${search("数えた")}&sort=relevance`, first: 2, again: 1 },
  { name: "search beyond the end", path: `${search("数")}&page=9`, first: 1, again: 1 },
])("$name stays within its number of statements", async ({ path, first, again }) => {
  const url = path.replace(":id", String(id)).replace(":category", String(category));
  // Each search begins with the member's full limit of searches a minute.
  t.clock.advance({ minutes: 1 });
  const headers = await t.as(userId);
  const get = async () => expect((await t.app.inject({ url, headers })).statusCode).toBe(200);
  await get();
  let calls = 0;
  for (let time = 0; time < TIMES; time++) {
    await touchLists(t.db);
    t.queries.count = 0;
    await get();
    calls += t.queries.count;
  }
  const remedy =
    "Read it through cache.memoizeForUser() or in an existing statement, or raise the number with a reason.";
  expect(calls, `statements of ${TIMES} requests after a change, ${first} each. ${remedy}`).toBeLessThanOrEqual(
    TIMES * first + VERSION_READ,
  );
  t.queries.count = 0;
  for (let time = 0; time < TIMES; time++) await get();
  expect(t.queries.count, `statements of ${TIMES} repeated requests, ${again} each. ${remedy}`).toBeLessThanOrEqual(
    TIMES * again + VERSION_READ,
  );
});

function search(query: string): string {
  return `${contract.search.videos.url}?q=${encodeURIComponent(query)}`;
}
