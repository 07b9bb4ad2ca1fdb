import { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { titleBreaks } from "../phrase-breaks.ts";
import type { Curation } from "./curation.ts";

/** The newcomers' playlist leaves home when so many of its lessons, or all, are finished. */
export const NEWCOMERS_GOAL = 3;

/** A lesson, and the playlist in which it stands. */
export interface NextLesson {
  video: number;
  playlist: { id: number; title: string } | null;
}

/** Ids of videos. */
interface HomeLists {
  newest: number[];
  watched: number[];
  recommended: number[];
  next: NextLesson | null;
}

/**
 * Decides what home shows. Videos that staff pinned are always recommended; the rule's own choices are videos of no other list,
 * and new ones only where a small catalogue has nothing else.
 * @param finished lessons of the newcomers' playlist, at most NEWCOMERS_GOAL
 * @param next with what the member goes on; without it a newcomer is led through the newcomers' playlist
 * @param recommended candidates in order
 */
export function composeHome(
  { pinned, lessons, playlist_id, title }: Curation,
  { newest, watched, finished, recommended, next }: HomeLists & { finished: number[] },
): HomeLists {
  const lesson = finished.length < NEWCOMERS_GOAL ? lessons.find((id) => !finished.includes(id)) : undefined;
  const isNewcomer = lesson !== undefined && playlist_id !== null && title !== null;
  const shown = next ?? (isNewcomer ? { video: lesson, playlist: { id: playlist_id, title } } : null);
  const elsewhere = new Set([...newest, ...watched, ...(shown ? [shown.video] : [])]);
  const others = recommended.filter((id) => !elsewhere.has(id));
  const unwatched = newest.filter((id) => !watched.includes(id));
  const all = new Set([...pinned, ...others, ...unwatched]);
  return { newest, watched, next: shown, recommended: [...all].slice(0, HOME_COUNT) };
}

export function idsOf({ newest, watched, recommended, next }: HomeLists): number[] {
  return [...new Set([...newest, ...watched, ...recommended, ...(next ? [next.video] : [])])];
}

/** @param list the cards of ids, without those that are missing @param fields one card that is not serialized */
export function presentHome<Card>(
  { newest, watched, recommended, next }: HomeLists,
  list: (ids: number[]) => Card[],
  fields: (id: number) => VideoCard | null,
) {
  const playlist = next?.playlist ?? null;
  const video = next && fields(next.video);
  return {
    newVideos: list(newest),
    historyVideos: list(watched),
    recommendVideos: list(recommended),
    ...(video && { next: { video, playlist: playlist && { ...playlist, title_breaks: titleBreaks(playlist.title) } } }),
  };
}
