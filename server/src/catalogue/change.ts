import type { CatalogueContext } from "./context.ts";
import type { Database } from "../db/open.ts";
import { indexVideos } from "./search/index-videos.ts";
import { bumpCatalogue } from "./cache/version.ts";

interface Change<T> {
  result: T;
  /** The videos whose search texts changed. It is absent if the catalogue did not change. */
  videoIds?: readonly number[];
}

/** Changes the catalogue in one transaction with the search index and the catalogue's version. */
export async function changeCatalogue<T>(
  { db, catalogue }: Pick<CatalogueContext, "db" | "catalogue">,
  work: (tx: Database) => Promise<Change<T>>,
): Promise<T> {
  const { result, videoIds } = await db.transaction(async (tx) => {
    const change = await work(tx);
    if (change.videoIds) {
      await indexVideos(tx, change.videoIds);
      await bumpCatalogue(tx);
    }
    return change;
  });
  if (videoIds) catalogue.invalidate();
  return result;
}
