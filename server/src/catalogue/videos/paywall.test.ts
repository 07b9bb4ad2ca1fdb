import { contract } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { expect, test } from "vitest";
import {
  createCaptions,
  createChapter,
  createPlaylist,
  createUser,
  createVideo,
} from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();

const CANARY = "canary-7f3a9c51";

test("no answer to a user without access holds a video's id at its host or a chapter's text", async () => {
  const video = await createVideo(t.db, t.clock, { video_id: CANARY, thumbnail: "0b6c9f3e" });
  await createChapter(t.db, { video_id: video.id, title: `${CANARY} chapter` });
  await createCaptions(t.db, video.id, [`${CANARY} spoken`]);
  const playlist = await createPlaylist(t.db, t.clock, "リスト", [video.id]);
  // Another video that everybody may watch opens nothing of this one.
  await createVideo(t.db, t.clock, { opened_at: t.clock.daysAgo(1) });
  for (const subscription_status of ["inactive", "canceled", "trial", null] as const) {
    const user = subscription_status && (await createUser(t.db, t.clock, { subscription_status }));
    const headers = user ? await t.as(user.id) : {};
    if (user) {
      await t.db.query({
        text: `insert into watch_history (user_id, video_id, watched_at) values ($1, $2, now())`,
        values: [user.id, video.id],
      });
    }
    for (const { route } of everyCall) {
      // Calls without an id in their address are the same for each.
      for (const id of route.url.includes(":") ? [String(video.id), String(playlist.id), CANARY] : [CANARY]) {
        const url = route.url.replaceAll(/:\w+/g, id);
        const response = await t.app.inject({ method: route.method, url, headers });
        expect(JSON.stringify([response.headers, response.body]), `${route.method} ${url}`).not.toContain(CANARY);
        if (id === CANARY && route.url.includes(":"))
          expect(response.statusCode).toSatisfy((s) => s === (user ? 403 : 401) || s === 404);
      }
    }
  }
});

test("a subscriber's answers hold the id, so the test above can fail", async () => {
  const video = await createVideo(t.db, t.clock, { video_id: `${CANARY}-2` });
  const headers = await t.as((await createUser(t.db, t.clock)).id);
  const detail = await t.app.inject({ url: contract.videos.get.url.replace(":id", String(video.id)), headers });
  expect(detail.body).toContain(`${CANARY}-2`);
  expect((await t.app.inject({ url: contract.home.get.url, headers })).body).toContain(`${CANARY}-2`);
});

test("returns 403 with a hint for a user without access", async () => {
  const video = await createVideo(t.db, t.clock);
  const user = await createUser(t.db, t.clock, { subscription_status: "inactive" });
  const url = contract.videos.get.url.replace(":id", String(video.id));
  const response = await t.app.inject({ url, headers: await t.as(user.id) });
  expect(response.statusCode).toBe(403);
  expect(response.json()).toMatchObject({
    type: "subscription_required",
    error: "この動画を視聴するにはプレミアム会員への登録が必要です。",
  });
});
