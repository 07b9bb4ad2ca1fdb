import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { VideoCard } from "../../api/answers.ts";
import { playlistQuery } from "./playlist-detail.ts";

/**
 * Finds the playlist in the address, as in `/video/12?playlist=3`, and the video's index in it.
 * @returns null without a playlist, while it loads, and if it lacks the video
 */
export function usePlayingList({ id: videoId, video_id }: Pick<VideoCard, "id" | "video_id">) {
  const id = useSearchParams()[0].get("playlist");
  const { data } = useQuery({ ...playlistQuery(id), enabled: id !== null });
  const index = data?.videos.findIndex(({ video: { id } }) => id === videoId || id === video_id) ?? -1;
  return data && index >= 0 ? { playlist: data, index, next: data.videos[index + 1]?.video } : null;
}
