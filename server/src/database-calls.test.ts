import { contract } from "@manabiya/contract";
import { beforeAll, expect, test } from "vitest";
import { createCategory, createUser, createVideo } from "./testing/factories.ts";
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

/** Once to warm what is shared by all members, then counted. The catalogue's version may be looked at in between. */
const VERSION_LOOK = 1;

test.each([
  ["home", contract.home.get.url, 3],
  ["video", contract.videos.get.url, 2],
  ["categories", contract.categories.list.url, 1],
  ["playlists", contract.playlists.list.url, 1],
  ["profile", contract.profile.get.url, 1],
  ["notice count", contract.notices.count.url, 2],
  ["notices", contract.notices.list.url, 2],
  ["favourites", contract.favorites.list.url, 2],
  ["watch-later, page 2", `${contract.watchLater.list.url}?page=2`, 2],
  ["history", contract.history.list.url, 2],
  ["new videos", contract.search.videos.url, 2],
  ["category", "/api/categories/:category/videos/", 2],
  ["search", `${contract.search.videos.url}?q=${encodeURIComponent("数える")}`, 2],
  ["search beyond the end", `${contract.search.videos.url}?q=${encodeURIComponent("数")}&page=9`, 1],
])("%s asks the database at most as often as planned", async (_name, path, most) => {
  const url = path.replace(":id", String(id)).replace(":category", String(category));
  await t.app.inject({ url, headers });
  t.queries.count = 0;
  for (let time = 0; time < 20; time++) expect((await t.app.inject({ url, headers })).statusCode).toBe(200);
  expect(t.queries.count).toBeLessThanOrEqual(20 * most + VERSION_LOOK);
});
