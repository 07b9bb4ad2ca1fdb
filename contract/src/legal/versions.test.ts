import { expect, test } from "vitest";
import { holdingAt } from "./versions.ts";

const version = (revision: number, published: string, effective_on = published) => ({
  revision,
  effective_on,
  changed_at: `${published}T03:00:00.000Z`,
});

const first = version(1, "2026-01-01");

test.each([
  ["nothing holds before the first version", [], [null, null, []]],
  ["the first version holds at once, whatever its day", [version(1, "2026-11-30", "2026-12-31")], [1, null, [1]]],
  ["a version waits for its day", [version(2, "2026-11-01", "2026-12-02"), first], [1, 2, [1]]],
  ["a version holds from its day", [version(2, "2026-11-01", "2026-12-01"), first], [2, null, [2, 1]]],
  [
    "a later version that begins earlier takes the place of one that waits, and of no other",
    [version(3, "2026-11-02", "2026-01-01"), version(2, "2026-11-01", "2026-12-02"), first],
    [3, null, [3, 1]],
  ],
  [
    "of two versions that wait, the nearer comes",
    [version(3, "2026-11-02", "2027-02-01"), version(2, "2026-11-01", "2026-12-02"), first],
    [1, 2, [1]],
  ],
])("%s", (_fact, versions, expected) => {
  const { inForce, coming, held } = holdingAt(versions, Date.parse("2026-12-01T03:00:00.000Z"));
  expect([inForce?.revision ?? null, coming?.revision ?? null, held.map(({ revision }) => revision)]).toEqual(expected);
});
