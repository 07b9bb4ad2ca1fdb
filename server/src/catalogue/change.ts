import type { AppContext } from "../http/app-context.ts";
import type { Database } from "../db/open.ts";
import { indexVideos } from "./search/index-videos.ts";
import { bumpCatalogue } from "./cache/version.ts";

interface Change<T> {
  result: T;
  /** Their search index is written again. */
  videoIds: readonly number[];
}

/**
 * Changes the catalogue, its search index and its version in one transaction. The next request to this process sees the
 * change; other processes see it at their next check of the version.
 */
export async function changeCatalogue<T>(
  { db, catalogue }: Pick<AppContext, "db" | "catalogue">,
  work: (tx: Database) => Promise<Change<T>>,
): Promise<T> {
  const result = await db.transaction(async (tx) => {
    const change = await work(tx);
    await indexVideos(tx, change.videoIds);
    await bumpCatalogue(tx);
    return change.result;
  });
  catalogue.invalidate();
  return result;
}
