import { contract } from "@manabiya/contract";
import { useRead } from "../../api/calls.ts";

/**
 * Nobody needs to log in or pay for an open lesson.
 * @param next the page that the visitor wanted
 * @returns the page of the open lesson that it shows; undefined: it shows none, or the answer is not there yet
 */
export function useOpenLessonPath(next: string): string | undefined {
  const path = next.replace(/[?#].*/, "");
  const { data } = useRead(contract.openLessons.list, undefined, { enabled: path.startsWith("/video/"), retry: false });
  const lesson = data?.find(({ id, video_id }) => path === `/video/${id}` || path === `/video/${video_id}`);
  return lesson && `/open/${lesson.id}`;
}
