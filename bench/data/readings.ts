import { openAnalyser } from "@manabiya/server/src/catalogue/search/readings/analyser.ts";
import { createReadingsIndexer } from "@manabiya/server/src/catalogue/search/readings/index-readings.ts";
import type { analyse } from "@manabiya/server/src/catalogue/search/readings/analyse.ts";
import type { Database } from "@manabiya/server/src/db/open.ts";

/** Writes the readings of all videos by the server's own job. */
export async function indexAllReadings(db: Database): Promise<void> {
  const index = createReadingsIndexer(db, memoizedAnalyser());
  const text = "select count(*)::int as count from video_search_readings where texts_hash is null";
  let outdated = 1;
  while (outdated > 0) {
    await index();
    outdated = (await db.query<{ count: number }>({ text })).rows[0]?.count ?? 0;
  }
}

/** Generated texts consist of recurring clauses. No word and no reading goes across their signs. */
function memoizedAnalyser(): typeof analyse {
  const keysOf = openAnalyser();
  const known = new Map<string, number[]>();
  const keysOfClause = (clause: string) => {
    const keys = known.get(clause) ?? keysOf(clause);
    known.set(clause, keys);
    return keys;
  };
  return (texts) =>
    Promise.resolve(texts.map((text) => [...new Set(text.split(/(?<=[、。：])/u).flatMap(keysOfClause))]));
}
