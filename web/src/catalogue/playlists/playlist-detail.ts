import { contract } from "@manabiya/contract";
import type { PlaylistDetail } from "@manabiya/contract/catalogue/playlists.ts";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { query } from "../../api/calls.ts";

/** A video of a playlist: of one that other servers of the product name, no more may be known than these. */
export type PlaylistVideo = Pick<VideoCard, "video_id" | "title" | "thumbnail"> &
  Pick<VideoCard, "duration" | "position" | "created_at" | "categories"> & {
    /** Ours, or the id at the video's host: both are addresses of it. */
    id: number | string;
  };

export type PlaylistWithVideos = Omit<PlaylistDetail, "videos"> & {
  videos: { id: number; video: PlaylistVideo }[];
};

interface Answer extends Omit<PlaylistDetail, "videos"> {
  videos: {
    id: number;
    video: Pick<VideoCard, "video_id" | "title" | "thumbnail"> & Partial<PlaylistVideo>;
  }[];
}

/** What `useQuery` takes for a playlist and its videos. */
export function playlistQuery(id: string | null) {
  return { ...query(contract.playlists.get, { params: { id } }), select: completed };
}

export function completed(playlist: Answer): PlaylistWithVideos {
  const unknown = { duration: null, position: null, created_at: "", categories: [] };
  return {
    ...playlist,
    videos: playlist.videos.map(({ id, video }) => ({
      id,
      video: { ...unknown, id: video.video_id ?? "", ...video },
    })),
  };
}
