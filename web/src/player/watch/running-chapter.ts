import type { Chapter } from "@manabiya/contract/catalogue/videos.ts";

/** * @param chapters sorted by time @returns the index of the chapter at a second; -1 before the first one */
export function runningChapter(chapters: readonly Pick<Chapter, "time_seconds">[], seconds: number): number {
  return chapters.findLastIndex(({ time_seconds }) => time_seconds <= seconds);
}
