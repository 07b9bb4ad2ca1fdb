import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { SITE, useTestApp } from "../../test/testing/test-app.ts";
import { followSite, openLiveSite } from "./live-site.ts";
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
