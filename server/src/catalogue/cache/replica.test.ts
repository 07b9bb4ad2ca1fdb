import { contract } from "@manabiya/contract";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "../../app.ts";
import { createAccessTokens } from "../../accounts/sessions/access-token.ts";
import { deriveKey } from "../../accounts/sessions/keys.ts";
import { openDatabase } from "../../db/open.ts";
import { createSession, createUser, createVideo } from "../../../test/testing/factories.ts";
import { openReplicatedDatabase } from "../../../test/testing/replicated-database.ts";
import { TEST_SECRET, useTestApp } from "../../../test/testing/test-app.ts";
import { readReplica } from "./reads.ts";
import { bumpCatalogue } from "./version.ts";

const t = useTestApp();

async function openReplicatedApp() {
  const database = await openReplicatedDatabase();
  const db = openDatabase(database.primary, () => {});
  const replica = openDatabase({ ...database.replica, connectionTimeoutMillis: 1_000, query_timeout: 1_000 }, () => {});
  const events: string[] = [];
  const reads = readReplica({
    primary: db,
    replica,
    onUnavailable: () => events.push("away"),
    onAvailable: () => events.push("back"),
    retryAfter: 100,
  });
  const app = await createApp({ ...t.deps, db, reads });
  onTestFinished(async () => {
    await app.close();
    await replica.close();
    await db.close();
  });
  const { id } = await createUser(db, t.clock, { subscription_status: "active" });
  const tokens = createAccessTokens(deriveKey(TEST_SECRET, "access-token"));
  const token = tokens.issue(await createSession(db, id, t.clock), t.clock.now());
  const headers = { authorization: `Bearer ${token}` };

  const publish = async (title: string) => {
    const video = await createVideo(db, t.clock, { title });
    await bumpCatalogue(db);
    return video;
  };
  const get = async <T>(url: string): Promise<T> => {
    const response = await app.inject({ url, headers });
    expect(response.statusCode).toBe(200);
    return response.json<T>();
  };
  const titles = async () => {
    const { results } = await get<{ results: VideoCard[] }>(contract.search.videos.url);
    return results.map(({ title }) => title);
  };
  const favourite = async (videoId: number) => {
    const url = contract.favorites.toggle.url.replace(":id", String(videoId));
    expect((await app.inject({ method: "POST", url, headers })).statusCode).toBe(200);
  };
  const isFavourite = async (videoId: number) => {
    const { newVideos } = await get<{ newVideos: VideoCard[] }>(contract.home.get.url);
    return newVideos.find((video) => video.id === videoId)?.is_favorite;
  };
  return { database, counts: reads.counts, events, publish, titles, favourite, isFavourite };
}

test("members read from the replica, never an older state than before, and without errors when it stops", async () => {
  const { database, counts, events, publish, titles, favourite, isFavourite } = await openReplicatedApp();
  const caughtUp = async (title: string) => {
    await expect
      .poll(
        async () => {
          const before = counts.replica;
          await publish(title);
          // An earlier request would read from the primary and fill the cache.
          await database.replayed();
          await expect.poll(titles).toContain(title);
          return counts.replica > before;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
  };
  await caughtUp("最初の動画");

  // The replica falls behind: changes by staff and by the member are visible at once nevertheless.
  await database.fallBehind();
  const { replica, behind } = counts;
  const video = await publish("遅れているあいだの動画");
  expect(await titles()).toContain("遅れているあいだの動画");
  await favourite(video.id);
  expect(await isFavourite(video.id)).toBe(true);
  expect(counts).toMatchObject({ replica, away: 0 });
  expect(counts.behind).toBeGreaterThan(behind);
  await database.catchUp();
  await caughtUp("追いついた後の動画");

  // The replica stops while members read: the primary answers until the replica is back.
  let reading = true;
  const readers = Array.from({ length: 4 }, async () => {
    while (reading) {
      await publish("読み続ける");
      await titles();
    }
  });
  await database.stopReplica();
  expect(await titles()).toContain("読み続ける");
  await expect.poll(() => counts.away).toBeGreaterThan(5);
  await database.startReplica();
  reading = false;
  await Promise.all(readers);
  await caughtUp("戻った後の動画");
  expect(events).toEqual(["away", "back"]);
}, 180_000);
