import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";

/**
 * Nobody needs to log in or pay for an open lesson.
 * @param next the page that the visitor wanted
 * @returns the page of the open lesson that it shows; undefined: it shows none, or the answer is not there yet
 */
export function useOpenLessonPath(next: string): string | undefined {
  const path = next.replace(/[?#].*/, "");
  const { data } = useQuery({ ...query(contract.openLessons.list), enabled: path.startsWith("/video/"), retry: false });
  const lesson = data?.find(({ id, video_id }) => path === `/video/${id}` || path === `/video/${video_id}`);
  return lesson && `/open/${lesson.id}`;
}
