import { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import { titleBreaks } from "../phrase-breaks.ts";
import type { Curation } from "./curation.ts";

/** The newcomers' playlist leaves home when so many of its lessons, or all, are finished. */
export const NEWCOMERS_GOAL = 3;
/** One row of the screen. */
export const LESSONS_SHOWN = 4;

/** Ids of videos. */
interface HomeLists {
  newest: number[];
  watched: number[];
  recommended: number[];
  lessons: number[];
}

/**
 * Decides what home shows. Videos that staff pinned are always recommended; the rule's own choices are videos of no other list,
 * and new ones only where a small catalogue has nothing else.
 * @param finished lessons of the newcomers' playlist, at most NEWCOMERS_GOAL
 * @param recommended candidates in order
 */
export function composeHome(
  { pinned, lessons }: Curation,
  { newest, watched, finished, recommended }: Omit<HomeLists, "lessons"> & { finished: number[] },
): HomeLists {
  const isNewcomer = finished.length < Math.min(NEWCOMERS_GOAL, lessons.length);
  const next = isNewcomer ? lessons.filter((id) => !finished.includes(id)).slice(0, LESSONS_SHOWN) : [];
  const elsewhere = new Set([...newest, ...watched, ...next]);
  const others = recommended.filter((id) => !elsewhere.has(id));
  const unwatched = newest.filter((id) => !watched.includes(id));
  const all = new Set([...pinned, ...others, ...unwatched]);
  return { newest, watched, lessons: next, recommended: [...all].slice(0, HOME_COUNT) };
}

export function idsOf({ newest, watched, recommended, lessons }: HomeLists): number[] {
  return [...new Set([...newest, ...watched, ...recommended, ...lessons])];
}

/** @param list the cards of ids, without those that are missing */
export function presentHome<Card>(
  { newest, watched, recommended, lessons }: HomeLists,
  { playlist_id, title }: Curation,
  list: (ids: number[]) => Card[],
) {
  const isNewcomer = lessons.length > 0 && playlist_id !== null && title !== null;
  return {
    newVideos: list(newest),
    historyVideos: list(watched),
    recommendVideos: list(recommended),
    ...(isNewcomer && {
      newcomersPlaylist: { id: playlist_id, title, title_breaks: titleBreaks(title) },
      newcomersVideos: list(lessons),
    }),
  };
}
