import type { Chapter } from "@manabiya/contract/catalogue/videos.ts";

/**
 * @param chapters in time's order
 * @returns the place of the chapter that a second belongs to; -1 before the first one
 */
export function runningChapter(chapters: readonly Pick<Chapter, "time_seconds">[], seconds: number): number {
  return chapters.findLastIndex(({ time_seconds }) => time_seconds <= seconds);
}
