import type { Playlist } from "@manabiya/contract/catalogue/playlists.ts";
import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { presentPlaylist } from "../playlists/present.ts";
import { readPlaylists } from "../playlists/read-playlists.ts";
import { keyOfWords, type Search } from "./conditions.ts";
import { spellingsOf } from "./words.ts";

/** Shown above the videos. */
const PLAYLIST_HITS = 4;

/**
 * The newest playlists whose titles hold all words in any spelling. All members see all titles, so the hits are the same
 * for everybody. An empty playlist leads nowhere.
 */
export function findPlaylistHits(cache: CatalogCache, { words, at }: Search): Promise<Playlist[]> {
  const holdsAll = (title: string) => words.every((word) => spellingsOf(word).some((text) => title.includes(text)));
  return cache.memoize(`${keyOfWords(words)} playlists`, async () =>
    (await readPlaylists(cache, Date.parse(at)))
      .filter(({ video_count, title }) => video_count > 0 && holdsAll(normalizeForSearch(title)))
      .slice(0, PLAYLIST_HITS)
      .map(presentPlaylist),
  );
}
