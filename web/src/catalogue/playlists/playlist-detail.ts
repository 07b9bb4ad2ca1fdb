import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { PlaylistDetail, VideoCard } from "../../api/answers.ts";
import { query } from "../../api/calls.ts";

/** A video of a playlist, with defaults for the fields that the specification does not name. */
type PlaylistVideo = Pick<VideoCard, "video_id" | "title" | "title_breaks" | "thumbnail"> &
  Required<Pick<VideoCard, "duration" | "position" | "created_at" | "categories">> & {
    /** The id of this server or of the video's host: both are addresses of the video. */
    id: number | string;
  };

/** Without `is_finished` the server keeps no progress. */
export interface Lesson {
  /** The entry's. */
  id: number;
  video: PlaylistVideo;
  is_finished?: boolean;
  watched_at?: string | null;
}

export type PlaylistWithVideos = Omit<PlaylistDetail, "videos"> & { videos: Lesson[] };

export function playlistQuery(id: string | null) {
  return { ...query(contract.playlists.get, { params: { id } }), select: completed };
}

function completed(playlist: PlaylistDetail): PlaylistWithVideos {
  const unknown = { duration: null, position: null, created_at: "", categories: [] };
  return {
    ...playlist,
    videos: playlist.videos.map(({ video, ...lesson }) => ({
      ...lesson,
      video: { ...unknown, id: video.video_id ?? "", ...video },
    })),
  };
}

/**
 * Finds the playlist in the address, as in `/video/12?playlist=3`, and the video's index in it.
 * @returns null without a playlist, while it loads, and if it lacks the video
 */
export function usePlayingList({ id: videoId, video_id }: Pick<VideoCard, "id" | "video_id">) {
  const id = useSearchParams()[0].get("playlist");
  const { data } = useQuery({ ...playlistQuery(id), enabled: id !== null });
  const index = data?.videos.findIndex(({ video: { id } }) => id === videoId || id === video_id) ?? -1;
  const videoAt = (other: number) => data?.videos[other]?.video;
  return data && index >= 0 ? { playlist: data, index, previous: videoAt(index - 1), next: videoAt(index + 1) } : null;
}
