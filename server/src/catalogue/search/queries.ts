import type { Snapshot } from "../cache/catalog-cache.ts";
import { allVideos } from "../videos/all-videos.ts";
import { countShared, type SharedList } from "../cache/shared-list.ts";
import { type ChapterHits, findChapterHits } from "./chapter-hits.ts";
import { findHits, listHits, type Search } from "./hits.ts";

/** The videos that hold all words. */
export function foundVideos(snapshot: Snapshot, search: Search): SharedList {
  const { reads } = snapshot;
  const key = keyOf(search);
  const total = () => countShared(snapshot, allVideos(reads, search.at));
  const hits = () => snapshot.share(`${key} hits`, async () => findHits(reads, search, await total()));
  return {
    key,
    count: async () => (await hits()).count,
    rows: async (part) => {
      const { ids } = await hits();
      return listHits(reads, search, { part, ids, total: await total() });
    },
  };
}

/** By video: its chapters that hold words of the search, when it looks into chapters. */
export async function hitChapters(
  snapshot: Snapshot,
  search: Search,
  ids: number[],
): Promise<Map<number, ChapterHits>> {
  const { scope, words } = search;
  if (ids.length === 0 || (scope !== "chapter" && scope !== "all")) return new Map();
  return snapshot.share(`${keyOf(search)} chapters ${ids.join()}`, () =>
    findChapterHits(snapshot, ids, words),
  );
}

/** Nothing else decides what is found, above all not who asks. */
function keyOf({ scope, categoryIds, words }: Search): string {
  return `search ${JSON.stringify([scope, categoryIds, words.toSorted()])}`;
}
