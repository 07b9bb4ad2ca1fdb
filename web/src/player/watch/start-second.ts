import { resumeAt } from "@manabiya/contract/rules/resume.ts";
import type { VideoDetail } from "../../api/answers.ts";

/**
 * @param link the address's `t` in whole seconds; anything else is ignored
 * @returns the second to start from: the link's, or where the member stopped
 */
export function startSecond(
  { position = null, duration = null }: Partial<Pick<VideoDetail, "position" | "duration">>,
  link: string | null,
): number {
  const seconds = link !== null && /^\d{1,6}$/.test(link) ? Number(link) : null;
  if (seconds === null || (duration !== null && seconds >= duration)) return resumeAt(position, duration);
  return seconds;
}
