import type { Showcase } from "@manabiya/contract/site/published-pages.ts";
import { readCards } from "../cache/catalog-cache.ts";
import type { CatalogSource } from "../cache/catalog-source.ts";
import { allVideos } from "./all-videos.ts";
import { thumbnailAddress } from "./rows.ts";

/** Videos on a landing page. */
const SHOWN = 6;
/** The newest videos among which those with a stored picture are sought. */
const CANDIDATES = 24;

/**
 * Real videos for visitors: title and picture, which has a random name. A video without a stored picture is left out,
 * because the host's picture would reveal its id there. Read once per version of the catalogue.
 * @param chosen ids; none: the newest
 */
export async function readShowcase(catalogue: CatalogSource, now: () => number, chosen: number[]): Promise<Showcase> {
  const cache = await catalogue.current();
  return cache.memoize(`showcase ${chosen.join()}`, async () => {
    const at = new Date(now()).toISOString();
    const { count, rows } = allVideos(cache.reads, at);
    const total = await count();
    const found = await (chosen.length > 0
      ? readCards(cache.reads, [chosen, at])
      : rows({ order: "desc", limit: CANDIDATES, offset: 0, count: total }));
    // The newest come in their order, and the chosen ones in the order of the choice.
    const positionOf = (id: number) => chosen.indexOf(id);
    const videos = found
      .toSorted((a, b) => positionOf(a.id) - positionOf(b.id))
      .flatMap(({ title, thumbnail }) => {
        const picture = thumbnailAddress(thumbnail)?.replace("-640.", "-320.");
        return picture === undefined ? [] : [{ title, picture }];
      });
    return { count: total, videos: videos.slice(0, SHOWN) };
  });
}
