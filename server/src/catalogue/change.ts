import type { AppContext } from "../http/app-context.ts";
import type { Database } from "../db/open.ts";
import { indexVideos } from "./search/index-videos.ts";
import { bumpCatalogue } from "./cache/version.ts";

/** What a change leaves behind: its answer, and the videos whose texts it touched. */
interface Change<T> {
  result: T;
  videoIds: readonly number[];
}

/**
 * One change of the catalogue: in one transaction with what search looks at and the version that tells every process.
 * In this process it is seen by the next request.
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
