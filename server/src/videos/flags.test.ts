import { contract } from "@manabiya/contract";
import type { VideoCard } from "@manabiya/contract/videos.ts";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "../db/schema.ts";
import { createUser, createVideo } from "../testing/factories.ts";
import { useTestApp } from "../testing/test-app.ts";

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
