import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { PlaylistDetail, VideoCard } from "../../api/answers.ts";
import { query } from "../../api/calls.ts";

export type Lesson = PlaylistDetail["videos"][number];

export function playlistQuery(id: string | null) {
  return query(contract.playlists.get, { params: { id } });
}

/**
 * Finds the playlist in the address, as in `/video/12?playlist=3`, and the video's index in it.
 * @returns null without a playlist, while it loads, and if it lacks the video
 */
export function usePlayingList({ id: videoId }: Pick<VideoCard, "id">) {
  const id = useSearchParams()[0].get("playlist");
  const { data } = useQuery({ ...playlistQuery(id), enabled: id !== null });
  const index = data?.videos.findIndex(({ video }) => video.id === videoId) ?? -1;
  const videoAt = (other: number) => data?.videos[other]?.video;
  return data && index >= 0 ? { playlist: data, index, previous: videoAt(index - 1), next: videoAt(index + 1) } : null;
}
