import type { Category } from "@manabiya/contract/catalogue/category.ts";
import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { instant, int, ints, notNull, nullable, type RowOf, text, textOf } from "../../db/columns.ts";
import type { Snapshot } from "../cache/catalog-cache.ts";
import { type Card, type SharedCard, WRITTEN, writeShared } from "../cache/serialized-cards.ts";

/** The columns of a card, for `select` lists over `videos v`. */
export const CARD_COLUMNS = `v.id, v.host, v.video_id, v.title, v.thumbnail, v.duration,
  v.published_at as created_at, v.category_ids, v.tag_ids, v.view_count`;

/** Whether members see `videos v` at the instant in the named parameter, such as "$2". */
export const isPublished = (now: string) => `v.published_at <= ${now} and v.deleted_at is null`;

/** What CARD_COLUMNS select, where the statement's condition is `isPublished`. */
export const cardColumns = {
  id: int,
  host: textOf<VideoHost>(),
  video_id: text,
  title: text,
  thumbnail: nullable(text),
  duration: nullable(int),
  created_at: notNull(instant),
  category_ids: ints,
  tag_ids: ints,
  view_count: int,
};
export type CardRow = RowOf<typeof cardColumns>;

/** What one member has to do with a video. */
export interface MemberFlags {
  is_favorite: boolean;
  watch_later: boolean;
  position: number | null;
}

/** The member's flags of a table `v` with a video's `id`; `user` is the parameter that holds the member's id, such as "$1". */
export const flagColumns = (user: string) => `
  exists (select from favorites f where f.user_id = ${user} and f.video_id = v.id) as is_favorite,
  exists (select from watch_later w where w.user_id = ${user} and w.video_id = v.id) as watch_later,
  (select h.position from watch_history h where h.user_id = ${user} and h.video_id = v.id) as position`;

export const NO_FLAGS: MemberFlags = { is_favorite: false, watch_later: false, position: null };

/** A video of one snapshot as every list shows it, and what is written of it once somebody saw it. */
export interface KnownVideo {
  card: SharedCard;
  /** For who may watch. */
  open: string | null;
  locked: string | null;
}

/** Arrays are copied to their length: those that grew keep room for sixteen more. */
export function knownVideo(row: CardRow, snapshot: Snapshot): KnownVideo {
  const card = {
    id: row.id,
    video_id: row.video_id,
    title: row.title,
    thumbnail: thumbnailAddress(row.thumbnail),
    duration: row.duration,
    created_at: row.created_at,
    categories: categoriesOf(row, snapshot).slice(),
    tags: row.tag_ids.flatMap((id) => snapshot.tags.get(id) ?? []).slice(),
    view_count: row.view_count,
  };
  return { card, open: null, locked: null };
}

/**
 * The one presenter of videos: every list and the watch page pass through it. Who may not watch gets neither the
 * host's id nor an address that holds it: pictures of ours lie under random names.
 */
export function presentCard(video: KnownVideo, flags: MemberFlags, mayWatch: boolean): Card {
  const video_id = mayWatch ? video.card.video_id : null;
  const written = (video[mayWatch ? "open" : "locked"] ??= writeShared({ ...video.card, video_id }));
  const { is_favorite, watch_later, position } = flags;
  return { ...video.card, video_id, is_favorite, watch_later, position, [WRITTEN]: written };
}

/** Pages that show it smaller ask for `-320` instead of `-640`. */
export function thumbnailAddress(name: string | null): string | null {
  return name === null ? null : `/media/thumbnails/${name}-640.webp`;
}

export function categoriesOf(row: CardRow, snapshot: Snapshot): Category[] {
  return row.category_ids.flatMap((id) => snapshot.categories.get(id) ?? []);
}
