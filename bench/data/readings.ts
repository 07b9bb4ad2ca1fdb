import { openAnalyser } from "@manabiya/server/src/catalogue/search/readings/analyser.ts";
import { createReadingsIndexer } from "@manabiya/server/src/catalogue/search/readings/index-readings.ts";
import type { Analyser } from "@manabiya/server/src/catalogue/search/readings/start-analyser.ts";
import type { Database } from "@manabiya/server/src/db/open.ts";

/** Writes the readings of all videos by the server's own job. */
export async function indexAllReadings(db: Database): Promise<void> {
  const analyser = memoizedAnalyser();
  const index = createReadingsIndexer(db, () => analyser);
  const text = "select count(*)::int as count from video_search_readings where texts_hash is null";
  let outdated = 1;
  while (outdated > 0) {
    await index();
    outdated = (await db.query<{ count: number }>({ text })).rows[0]?.count ?? 0;
  }
}

/** Generated texts consist of recurring clauses. No word and no reading goes across their signs. */
function memoizedAnalyser(): Analyser {
  const analyse = openAnalyser();
  const known = new Map<string, number[]>();
  const keysOfClause = (clause: string) => {
    const keys = known.get(clause) ?? analyse(clause);
    known.set(clause, keys);
    return keys;
  };
  return {
    keysOf: (texts) =>
      Promise.resolve(texts.map((text) => [...new Set(text.split(/(?<=[、。：])/u).flatMap(keysOfClause))])),
    close: () => Promise.resolve(),
  };
}
