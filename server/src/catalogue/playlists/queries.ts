import { PLAYLIST_VIDEOS_MAX, PLAYLISTS_MAX } from "@manabiya/contract/staff/playlists.ts";
import { bool, instant, int, nullable, type RowOf, statement, text } from "../../db/statement.ts";
import { isLessonFinished, joinLesson } from "../watching/finished.ts";
import { CARD_COLUMNS, cardColumns, flagColumns, flagColumnTypes, isPublished } from "../videos/rows.ts";

const playlistColumns = {
  id: int,
  title: text,
  description: text,
  /** Picture name of the first video that has one. */
  thumbnail: nullable(text),
  video_count: int,
};
export type PlaylistRow = RowOf<typeof playlistColumns>;

/**
 * The newest playlists. One subquery reads the contents of all: a lateral one would scan all videos per playlist while the
 * database has no statistics, such as after a large import. Values: now.
 */
export const listPlaylists = statement("playlists.list", playlistColumns)`
  with shown as (
    select id, title, description, created_at from playlists order by created_at desc, id desc limit ${PLAYLISTS_MAX})
  select p.id, p.title, p.description, content.thumbnail, coalesce(content.video_count, 0) as video_count
    from shown p
    left join (
      select e.playlist_id, count(*) as video_count,
             (array_agg(v.thumbnail order by e.place, e.id) filter (where v.thumbnail is not null))[1] as thumbnail
        from playlist_videos e join videos v on v.id = e.video_id
       where ${isPublished("$1")}
       group by e.playlist_id) as content on content.playlist_id = p.id
   order by p.created_at desc, p.id desc`;

/** Values: playlist id, now. */
export const findPlaylist = statement("playlists.find", playlistColumns)`
  select p.id, p.title, p.description,
         (select v.thumbnail from playlist_videos e join videos v on v.id = e.video_id
           where e.playlist_id = p.id and v.thumbnail is not null and ${isPublished("$2")}
           order by e.place, e.id limit 1) as thumbnail,
         (select count(*) from playlist_videos e join videos v on v.id = e.video_id
           where e.playlist_id = p.id and ${isPublished("$2")}) as video_count
    from playlists p where p.id = $1`;

/** A playlist's published videos in order. Values: user id, playlist id, now. */
export const listPlaylistVideos = statement("playlists.videos", {
  entry_id: int,
  ...cardColumns,
  ...flagColumnTypes,
  is_finished: bool,
  watched_at: nullable(instant),
})`
  select e.id as entry_id, ${CARD_COLUMNS}, ${flagColumns("$1")},
         ${isLessonFinished("h", "m")} as is_finished, h.watched_at
    from playlist_videos e join videos v on v.id = e.video_id ${joinLesson("$1")}
   where e.playlist_id = $2 and ${isPublished("$3")}
   order by e.place, e.id limit ${PLAYLIST_VIDEOS_MAX}`;
