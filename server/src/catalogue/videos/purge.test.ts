import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { bumpCatalogue } from "../cache/version.ts";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { countersOf, rowsOf } from "../../../test/testing/member-counts.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { purgeVideos } from "./purge.ts";

const t = useTestApp();

test("a permanent deletion removes a video from all lists and counters while members use them", async () => {
  const made = [];
  for (let more = 0; more < 6; more++) made.push((await createVideo(t.db, t.clock)).id);
  const members: { id: number; headers: { authorization: string } }[] = [];
  for (let more = 0; more < 4; more++) {
    const { id } = await createUser(t.db, t.clock);
    members.push({ id, headers: await t.as(id) });
  }
  const routes = [contract.favorites.toggle, contract.watchLater.toggle, contract.videos.progress];
  const save = (ids: number[]) =>
    Promise.all(
      members.flatMap(({ headers }) =>
        ids.flatMap((id) =>
          routes.map(({ url }) => t.app.inject({ method: "POST", url: url.replace(":id", String(id)), headers })),
        ),
      ),
    );
  await save(made);
  const doomed = made.slice(0, 3);
  const deleted = [t.clock.daysAgo(30), doomed];
  await t.db.query({ text: "update videos set deleted_at = $1 where id = any ($2)", values: deleted });
  await bumpCatalogue(t.db);
  const [purged] = await Promise.all([
    purgeVideos(t.db, [doomed]),
    purgeVideos(t.db, [doomed.toReversed()]),
    save(made.slice(2)),
  ]);
  expect(purged.length).toBeLessThanOrEqual(3);
  for (const { id } of members) {
    const counters = await countersOf(t.db, id);
    expect(counters).toEqual(await rowsOf(t.db, id));
    expect(counters.watch_history).toBe(3);
  }
});
