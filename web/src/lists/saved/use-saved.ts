import { useQueryClient } from "@tanstack/react-query";
import type { VideoCard } from "../../api/answers.ts";
import type { Kept } from "./saved-flags.ts";
import { setSaved } from "./set-saved.ts";

/** Whether a member keeps a video, and the way to change it. */
export function useSaved(kept: Kept, video: Pick<VideoCard, "id" | Kept>) {
  const client = useQueryClient();
  return { isOn: video[kept], toggle: () => void setSaved(client, kept, video.id, !video[kept]) };
}
