import { statement } from "../db/open.ts";
import { CARD_COLUMNS, type CardRow, flagColumns, isPublished, type MemberFlags } from "../videos/rows.ts";

export interface PlaylistRow {
  id: number;
  title: string;
  description: string;
  /** Picture name of its first video that has one. */
  thumbnail: string | null;
  video_count: number;
}

const columns = (now: string) => `
  p.id, p.title, p.description,
  (select v.thumbnail from playlist_videos e join videos v on v.id = e.video_id
    where e.playlist_id = p.id and v.thumbnail is not null and ${isPublished(now)}
    order by e.place, e.id limit 1) as thumbnail,
  (select count(*) from playlist_videos e join videos v on v.id = e.video_id
    where e.playlist_id = p.id and ${isPublished(now)}) as video_count`;

/** Values: now. */
export const listPlaylists = statement<PlaylistRow>(
  "playlists.list",
  `select ${columns("$1")} from playlists p order by p.created_at desc, p.id desc limit 200`,
);

/** Values: playlist id, now. */
export const findPlaylist = statement<PlaylistRow>(
  "playlists.find",
  `select ${columns("$2")} from playlists p where p.id = $1`,
);

/** A playlist's published videos in order. Values: user id, playlist id, now. */
export const listPlaylistVideos = statement<CardRow & MemberFlags & { entry_id: number }>(
  "playlists.videos",
  `select e.id as entry_id, ${CARD_COLUMNS}, ${flagColumns("$1")}
     from playlist_videos e join videos v on v.id = e.video_id
    where e.playlist_id = $2 and ${isPublished("$3")}
    order by e.place, e.id limit 1000`,
);
