import { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import { columnsOf } from "../../db/columns-of.ts";
import { command, instant, int, nullable, statement, text } from "../../db/statement.ts";

/** Every change of a playlist or of its entries locks the playlist first. Values: id. */
export const lockPlaylist = statement(
  "playlist-management.lock",
  columnsOf(ManagedPlaylist, "id", "title", "description", "revision"),
)`
  select id, title, description, revision from playlists where id = $1 for update`;

/** Drafts and scheduled videos are included. Videos in the trash keep their positions. Values: id. */
export const readEntries = statement("playlist-management.entries", {
  id: int,
  video_id: int,
  host_video_id: text,
  title: text,
  thumbnail: nullable(text),
  published_at: nullable(instant),
})`
  select e.id, v.id as video_id, v.video_id as host_video_id, v.title, v.thumbnail, v.published_at
    from playlist_videos e join videos v on v.id = e.video_id
   where e.playlist_id = $1 and v.deleted_at is null
   order by e.place, e.id`;

/** Values: title, description, now. */
export const insertPlaylist = statement("playlist-management.insert", { id: int })`
  insert into playlists (title, description, created_at) values ($1, $2, $3) returning id`;

/** Values: none. */
export const countPlaylists = statement("playlist-management.count", { count: int })`
  select count(*) as count from playlists`;

/** Marks a change of the entries. Values: id. */
export const bumpPlaylistRevision = command("playlist-management.touch")`
  update playlists set revision = revision + 1 where id = $1`;

/** Our own number wins over the id at the host. Values: number or null, id at the host or null. */
export const findVideo = statement("playlist-management.find-video", { id: int, title: text })`
  select id, title from videos
   where (id = $1::int or video_id = $2::text) and deleted_at is null
   order by (id = $1::int) desc nulls last limit 1`;

/** The audit log has an entry under its playlist's id. Values: playlist id, number or null, id at the host or null. */
export const findEntry = statement("playlist-management.find-entry", {
  id: int,
  entry_id: int,
  video: int,
  title: text,
})`
  select e.playlist_id as id, e.id as entry_id, v.id as video, v.title
    from playlist_videos e join videos v on v.id = e.video_id
   where e.playlist_id = $1 and (v.id = $2::int or v.video_id = $3::text)
   order by (v.id = $2::int) desc nulls last limit 1`;

/** Returns no row if the playlist contains the video. Values: playlist id, video id. */
export const appendEntry = statement("playlist-management.append", { id: int })`
  insert into playlist_videos (playlist_id, video_id, place)
  select $1, $2, coalesce(max(place) + 1, 0) from playlist_videos where playlist_id = $1
  on conflict do nothing returning id`;

/** Values: entry id. */
export const deleteEntry = command("playlist-management.remove")`delete from playlist_videos where id = $1`;

/** Entries without a given position, such as videos in the trash, come last. Values: playlist id, entry ids in order. */
export const orderEntries = command("playlist-management.order")`
  update playlist_videos e set place = ordered.place
    from (select id, row_number() over (order by array_position($2::int[], id) nulls last, place, id) as place
            from playlist_videos where playlist_id = $1) as ordered
   where e.id = ordered.id`;
