import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import type { Showcase, ShownVideo } from "@manabiya/contract/site/published-pages.ts";
import { readCards } from "../cache/catalog-cache.ts";
import type { CatalogSource } from "../cache/catalog-source.ts";
import { pictureOf } from "../open-lessons/document.ts";
import { readOpenLessons } from "../open-lessons/queries.ts";
import { allVideos } from "./all-videos.ts";

/** Videos on a landing page. */
const SHOWN = 6;
/** The newest videos among which those with a stored picture are sought. */
const CANDIDATES = 24;
/** Open lessons on a landing page, the latest opened first. */
const SHOWN_LESSONS = 3;

/**
 * Real videos for visitors: title, length and picture, which has a random name. A video without a stored picture is left
 * out, because the host's picture would reveal its id there. Read once per version of the catalogue.
 * @param chosen ids; none: the newest that are not open to everybody
 */
export async function readShowcase(catalogue: CatalogSource, now: () => number, chosen: number[]): Promise<Showcase> {
  const cache = await catalogue.current();
  return cache.memoize(`showcase ${chosen.join()}`, async () => {
    const at = new Date(now()).toISOString();
    const open = (await readOpenLessons(cache, now())).slice(0, SHOWN_LESSONS);
    const { count, rows } = allVideos(cache.reads, at);
    const total = await count();
    const found = await (chosen.length > 0
      ? readCards(cache.reads, [chosen, at])
      : rows({ order: "desc", limit: CANDIDATES, offset: 0, count: total }));
    const isShownAbove = (id: number) => chosen.length === 0 && open.some((lesson) => lesson.id === id);
    // The newest come in their order, and the chosen ones in the order of the choice.
    const positionOf = (id: number) => chosen.indexOf(id);
    const videos = found
      .filter(({ id, thumbnail }) => thumbnail !== null && !isShownAbove(id))
      .toSorted((a, b) => positionOf(a.id) - positionOf(b.id))
      .slice(0, SHOWN)
      .map(shownVideo);
    return { count: total, videos, lessons: open.map((lesson) => ({ ...shownVideo(lesson), id: lesson.id })) };
  });
}

function shownVideo(video: { title: string; thumbnail: string | null; duration: number | null }): ShownVideo {
  const { title, thumbnail, duration } = video;
  const length = duration === null ? "" : formatTimeCode(duration).replace(/^0/, "");
  return { title, length, picture: pictureOf(thumbnail)[0] };
}
