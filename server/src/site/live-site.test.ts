import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { SITE, useTestApp } from "../../test/testing/test-app.ts";
import { followSite, type LiveSite, openLiveSite } from "./live-site.ts";
import { insertDocumentVersion } from "./queries.ts";

const t = useTestApp();

test("a stored document reaches every process, and its newest version holds", async () => {
  const site = await openLiveSite(t.db, SITE);
  const stop = followSite(site, pino({ level: "silent" }));
  const { changes } = site;
  const at = t.clock.daysAgo(0);
  for (const revision of [1, 2])
    await insertDocumentVersion(t.db, ["landing-a", revision, JSON.stringify({ text: `第${revision}版` }), at]);
  const newest = { revision: 2, changed_at: at };
  await vi.waitFor(() => expect(site.documents["landing-a"]).toMatchObject(newest), { timeout: 5_000 });
  await stop();
  expect(site.documents["landing-b"]).toBeUndefined();
  expect(site.changes).toBeGreaterThan(changes);
  expect(site.revision).toBe(0);
});

const writeDocument = (revision: number) =>
  insertDocumentVersion(t.db, ["landing-b", revision, JSON.stringify({ text: `第${revision}版` }), t.clock.daysAgo(0)]);
const writePrices = (revision: number) =>
  t.db.query({
    text: `insert into price_lists (revision, monthly, yearly, starts_at, request_key, created_at)
           values ($1, 2000, 20000, now(), gen_random_uuid(), now())`,
    values: [revision],
  });

test.each([
  ["site.newest_document", writeDocument, (site: LiveSite) => site.documents["landing-b"]?.revision],
  ["prices.lists", writePrices, (site: LiveSite) => site.prices[0]?.revision],
] as const)("a slow answer to %s does not replace what is newer", async (slow, write, revisionOf) => {
  const began = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = false;
  const query: typeof t.db.query = async (asked) => {
    const answer = await t.db.query(asked);
    if (!isFirst || asked.name !== slow) return answer as never;
    isFirst = false;
    began.resolve();
    await released.promise;
    return answer as never;
  };
  const site = await openLiveSite({ ...t.db, query }, SITE);
  await write(1);
  isFirst = true;
  const earlier = site.reload();
  await began.promise;
  await write(2);
  const later = site.reload();
  // It may wait for the earlier one.
  await Promise.race([later, pause(300)]);
  released.resolve();
  await Promise.all([earlier, later]);
  expect(revisionOf(site)).toBe(2);
});
