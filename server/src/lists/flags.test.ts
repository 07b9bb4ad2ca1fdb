import { contract } from "@manabiya/contract";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { expect, test } from "vitest";
import { createUser, createVideo } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();

test("concurrent requests return each member's own flags, and 401 for an ended session among them", async () => {
  const [first, second] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
  const members = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const headers = await t.as((await createUser(t.db, t.clock)).id);
      const video = index % 2 === 0 ? first : second;
      const url = contract.favorites.toggle.url.replace(":id", String(video.id));
      await t.app.inject({ method: "POST", url, headers });
      return { headers, favourite: video.id };
    }),
  );
  const closedMember = (await createUser(t.db, t.clock)).id;
  const left = await t.as(closedMember);
  await t.db.query({
    text: "update sessions set revoked_at = $1 where user_id = $2",
    values: [t.clock.daysAgo(0), closedMember],
  });

  t.queries.count = 0;
  const list = (headers: { authorization: string }) => t.app.inject({ url: contract.search.videos.url, headers });
  const [ended, ...lists] = await Promise.all([list(left), ...members.map(({ headers }) => list(headers))]);

  expect(ended?.statusCode).toBe(401);
  for (const [index, answer] of lists.entries()) {
    const { results } = answer.json<{ results: VideoCard[] }>();
    const favourites = results.filter((video) => video.is_favorite).map(({ id }) => id);
    expect(favourites).toEqual([members[index]?.favourite]);
  }
  // A single request runs two statements.
  expect(t.queries.count).toBeLessThan(members.length);
});

test("a card has all flags of its member", async () => {
  const userId = (await createUser(t.db, t.clock)).id;
  const headers = await t.as(userId);
  const call = (method: "GET" | "POST", url: string, payload?: object) =>
    t.app.inject({ method, url, headers, ...(payload && { payload }) });
  const about = async ({ url }: { url: string }, payload?: object) => {
    const { id } = await createVideo(t.db, t.clock);
    await call("POST", url.replace(":id", String(id)), payload);
    return id;
  };
  const favourite = await about(contract.favorites.toggle);
  const later = await about(contract.watchLater.toggle);
  const begun = await about(contract.videos.progress, { position: 70, duration: 600 });
  const opened = await about(contract.videos.progress);
  const { results } = (await call("GET", contract.search.videos.url)).json<{ results: VideoCard[] }>();
  const flags = results
    .filter(({ id }) => [favourite, later, begun, opened].includes(id))
    .map(({ id, is_favorite, watch_later, position }) => ({ id, is_favorite, watch_later, position }));
  expect(flags).toEqual([
    { id: opened, is_favorite: false, watch_later: false, position: null },
    { id: begun, is_favorite: false, watch_later: false, position: 70 },
    { id: later, is_favorite: false, watch_later: true, position: null },
    { id: favourite, is_favorite: true, watch_later: false, position: null },
  ]);
});
