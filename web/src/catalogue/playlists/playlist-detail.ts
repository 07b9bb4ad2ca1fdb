import { contract } from "@manabiya/contract";
import type { PlaylistDetail, VideoCard } from "../../api/answers.ts";
import { query } from "../../api/calls.ts";

/** A video of a playlist, with defaults for the fields that the specification does not name. */
export type PlaylistVideo = Pick<VideoCard, "video_id" | "title" | "thumbnail"> &
  Required<Pick<VideoCard, "duration" | "position" | "created_at" | "categories">> & {
    /** The id of this server or of the video's host: both are addresses of the video. */
    id: number | string;
  };

export type PlaylistWithVideos = Omit<PlaylistDetail, "videos"> & {
  videos: { id: number; video: PlaylistVideo }[];
};

export function playlistQuery(id: string | null) {
  return { ...query(contract.playlists.get, { params: { id } }), select: completed };
}

function completed(playlist: PlaylistDetail): PlaylistWithVideos {
  const unknown = { duration: null, position: null, created_at: "", categories: [] };
  return {
    ...playlist,
    videos: playlist.videos.map(({ id, video }) => ({
      id,
      video: { ...unknown, id: video.video_id ?? "", ...video },
    })),
  };
}
