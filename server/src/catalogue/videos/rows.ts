import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { bool, instant, int, ints, notNull, nullable, type RowOf, text, textOf } from "../../db/columns.ts";

/** For `select` lists over `videos v`. */
export const CARD_COLUMNS = `v.id, v.host, v.video_id, v.title, v.thumbnail, v.duration,
  v.published_at as created_at, v.category_ids, v.tag_ids, v.view_count`;

/** Whether members see `videos v` at the instant in the named parameter, such as "$2". */
export const isPublished = (now: string) => `v.published_at <= ${now} and v.deleted_at is null`;

/** The columns of CARD_COLUMNS in a statement with the condition `isPublished`. */
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

/** A member's flags for `videos v`; `user` is the parameter with the member's id, such as "$1". */
export const flagColumns = (user: string) => `
  exists (select from favorites f where f.user_id = ${user} and f.video_id = v.id) as is_favorite,
  exists (select from watch_later w where w.user_id = ${user} and w.video_id = v.id) as watch_later,
  (select h.position from watch_history h where h.user_id = ${user} and h.video_id = v.id) as position`;

export const flagColumnTypes = { is_favorite: bool, watch_later: bool, position: nullable(int) };

/** Pages that show it smaller request `-320` instead of `-640`. */
export function thumbnailAddress(name: string | null): string | null {
  return name === null ? null : `/media/thumbnails/${name}-640.webp`;
}
