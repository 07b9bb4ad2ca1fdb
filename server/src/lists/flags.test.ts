import { contract } from "@manabiya/contract";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { member_counts, sessions } from "../db/schema.ts";
import { createUser, createVideo } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();

test("members who ask in one moment each see their own flags, and an ended session among them sees nothing", async () => {
  const [first, second] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
  const members = await Promise.all(
    Array.from({ length: 30 }, async (_, place) => {
      const headers = await t.as((await createUser(t.db, t.clock)).id);
      const video = place % 2 === 0 ? first : second;
      const url = contract.favorites.toggle.url.replace(":id", String(video.id));
      await t.app.inject({ method: "POST", url, headers });
      return { headers, favourite: video.id };
    }),
  );
  const leaver = (await createUser(t.db, t.clock)).id;
  const left = await t.as(leaver);
  await t.db.orm
    .update(sessions)
    .set({ revoked_at: t.clock.daysAgo(0) })
    .where(eq(sessions.user_id, leaver));

  t.queries.count = 0;
  const list = (headers: { authorization: string }) =>
    t.app.inject({ url: contract.search.videos.url, headers });
  const [ended, ...lists] = await Promise.all([list(left), ...members.map(({ headers }) => list(headers))]);

  expect(ended?.statusCode).toBe(401);
  for (const [place, answer] of lists.entries()) {
    const { results } = answer.json<{ results: VideoCard[] }>();
    const favourites = results.filter((video) => video.is_favorite).map(({ id }) => id);
    expect(favourites).toEqual([members[place]?.favourite]);
  }
  // Two for a member who comes alone.
  expect(t.queries.count).toBeLessThan(members.length);
});

test("a member's flags are the same, whether their lists count as short or as long", async () => {
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
  const flags = async () => {
    const { results } = (await call("GET", contract.search.videos.url)).json<{ results: VideoCard[] }>();
    return results
      .filter(({ id }) => [favourite, later, begun, opened].includes(id))
      .map(({ id, is_favorite, watch_later, position }) => ({ id, is_favorite, watch_later, position }));
  };

  const short = await flags();
  expect(short).toEqual([
    { id: opened, is_favorite: false, watch_later: false, position: null },
    { id: begun, is_favorite: false, watch_later: false, position: 70 },
    { id: later, is_favorite: false, watch_later: true, position: null },
    { id: favourite, is_favorite: true, watch_later: false, position: null },
  ]);
  await t.db.orm
    .update(member_counts)
    .set({ favorites: 501, watch_later: 501, watch_history: 501 })
    .where(eq(member_counts.user_id, userId));
  expect(await flags()).toEqual(short);
});
