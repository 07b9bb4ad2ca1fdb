import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import type { SearchHit } from "@manabiya/contract/search.ts";
import type { Reads } from "../catalogue/reads.ts";
import { statement } from "../db/open.ts";

export type ChapterHit = SearchHit["chapter_hits"][number];

/** How many of a video's chapters are shown under it. */
const CHAPTER_HITS = 3;

interface ChapterRow {
  id: number;
  video_id: number;
  title: string;
  description: string;
  time_seconds: number;
}

/** Values: video ids. */
const readChapters = statement<ChapterRow & { [column: string]: unknown }>(
  "search.chapters",
  `select id, video_id, title, description, time_seconds from chapters
    where video_id = any ($1::int[]) order by time_seconds, id`,
);

/** By video: its chapters that hold most of the words, in time's order. */
export async function findChapterHits(
  reads: Reads,
  videoIds: number[],
  words: string[],
): Promise<Map<number, ChapterHit[]>> {
  const chapters = Map.groupBy(await readChapters(reads, [videoIds]), ({ video_id }) => video_id);
  return new Map([...chapters].map(([id, rows]) => [id, bestHits(rows, words)]));
}

function bestHits(chapters: ChapterRow[], words: string[]): ChapterHit[] {
  return chapters
    .map((chapter) => ({ chapter, found: countWords(chapter, words) }))
    .filter(({ found }) => found > 0)
    .sort((a, b) => b.found - a.found)
    .slice(0, CHAPTER_HITS)
    .map(({ chapter: { id, title, time_seconds } }) => ({
      id,
      title,
      time_seconds,
      time_formatted: formatTimeCode(time_seconds),
    }))
    .sort((a, b) => a.time_seconds - b.time_seconds || a.id - b.id);
}

function countWords({ title, description }: ChapterRow, words: string[]): number {
  const text = `${normalizeForSearch(title)} ${normalizeForSearch(description)}`;
  return words.filter((word) => text.includes(word)).length;
}
