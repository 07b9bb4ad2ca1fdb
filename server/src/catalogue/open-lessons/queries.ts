import { instant, nullable, type RowOf, statement, text } from "../../db/statement.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { DETAIL_COLUMNS, detailColumns } from "../videos/queries.ts";
import { isPublished } from "../videos/rows.ts";

const lessonColumns = { ...detailColumns, opened_at: nullable(instant) };
export type OpenLessonRow = RowOf<typeof lessonColumns>;

/** The published videos that staff opened to everybody, the latest opened first. Values: now. */
const listOpenLessons = statement("open-lessons.list", lessonColumns)`
  select ${DETAIL_COLUMNS}, v.opened_at from videos v
   where v.opened_at is not null and ${isPublished("$1")}
   order by v.opened_at desc, v.id desc`;

/** One read for each version of the catalogue. */
export async function readOpenLessons(cache: CatalogCache, now: number): Promise<OpenLessonRow[]> {
  return cache.memoize("open lessons", () => listOpenLessons(cache.reads, [new Date(now).toISOString()]));
}

/** One film of each machine at a cloud. */
export const listCloudFilms = statement("open-lessons.cloud-films", { address: nullable(text) })`
  select min(host_hash) as address from videos where host = 'hls' and deleted_at is null
   group by substring(host_hash from '^https://[^/]+')`;

/** The published video that plays a stored film. Values: file name, now. */
export const findFileVideo = statement("open-lessons.find-file", { opened_at: nullable(instant) })`
  select v.opened_at from videos v where v.video_id = $1 and v.host = 'file' and ${isPublished("$2")}`;
