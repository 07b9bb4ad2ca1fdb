import { resumeAt } from "@manabiya/contract/rules/resume.ts";
import type { VideoDetail } from "../../api/answers.ts";

/**
 * @param link the address's `t`: whole seconds, such as a hit in a chapter has; anything else is as if it were not there
 * @returns the second from which a video starts: the link's, or where the member stopped
 */
export function startSecond(
  { position = null, duration = null }: Partial<Pick<VideoDetail, "position" | "duration">>,
  link: string | null,
): number {
  const seconds = link !== null && /^\d{1,6}$/.test(link) ? Number(link) : null;
  if (seconds === null || (duration !== null && seconds >= duration)) return resumeAt(position, duration);
  return seconds;
}
