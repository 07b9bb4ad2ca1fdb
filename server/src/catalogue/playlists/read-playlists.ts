import type { CatalogCache } from "../cache/catalog-cache.ts";
import { listPlaylists, type PlaylistRow } from "./queries.ts";

/** The same for all members. @param now milliseconds since 1970 */
export function readPlaylists(cache: CatalogCache, now: number): Promise<PlaylistRow[]> {
  return cache.memoize("playlists", () => listPlaylists(cache.reads, [new Date(now).toISOString()]));
}
