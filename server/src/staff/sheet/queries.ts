import type { ChapterDraft } from "@manabiya/contract/staff/chapters.ts";
import { command, type Database, int, ints, json, statement } from "../../db/statement.ts";
import { VIDEO, videoColumns } from "../videos/queries.ts";
import type { SheetVideo } from "./columns.ts";
import type { Names } from "./names.ts";

/** Newest first, without the trash. */
export const listSheetIds = statement("sheet.ids", { id: int })`
  select id from videos where deleted_at is null order by id desc`;

/** Values: ids. */
export const lockSheetVideos = command("sheet.lock")`
  select from videos where id = any ($1::int[]) order by id for update`;

/** Newest first, without the trash. Values: ids. */
const selectVideos = statement("sheet.videos", {
  ...videoColumns,
  playlist_ids: ints,
  chapters: json<ChapterDraft[]>(),
})`
  select ${VIDEO},
         array(select e.playlist_id from playlist_videos e where e.video_id = v.id order by e.playlist_id) as playlist_ids,
         (select coalesce(json_agg(json_build_object('title', c.title, 'description', c.description,
                                                     'time_seconds', c.time_seconds) order by c.time_seconds, c.id), '[]')
            from chapters c where c.video_id = v.id) as chapters
    from videos v where v.id = any ($1::int[]) and v.deleted_at is null order by v.id desc`;

export async function readSheetVideos(db: Database, ids: number[], names: Names): Promise<SheetVideo[]> {
  const rows = await selectVideos(db, [ids]);
  return rows.map(({ category_ids, tag_ids, playlist_ids, ...video }) => ({
    ...video,
    categories: names.categories.labelsOf(category_ids),
    tags: names.tags.labelsOf(tag_ids),
    playlists: names.playlists.labelsOf(playlist_ids),
  }));
}

/** Values: video ids. */
export const deleteChapters = command("sheet.delete-chapters")`delete from chapters where video_id = any ($1::int[])`;

/** Values: JSON array of chapters. */
export const insertChapters = command("sheet.insert-chapters")`
  insert into chapters (video_id, title, description, time_seconds)
  select * from json_to_recordset($1::json) as r (video_id int, title text, description text, time_seconds int)`;

/** Values: playlist id, video id. */
export const removeEntry = command("sheet.remove-entry")`
  delete from playlist_videos where playlist_id = $1 and video_id = $2`;
