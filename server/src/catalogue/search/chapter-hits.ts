import type { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { int, type RowOf, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import type { Reads } from "../cache/reads.ts";

type ChapterHit = SearchHit["chapter_hits"][number];

/** Shown per video. */
const CHAPTER_HITS = 3;

const chapterColumns = { id: int, video_id: int, title: text, description: text, time_seconds: int };
type ChapterRow = RowOf<typeof chapterColumns>;

/** Values: video ids. */
const readChapters = statement("search.chapters", chapterColumns)`
  select id, video_id, title, description, time_seconds from chapters
   where video_id = any ($1::int[]) order by time_seconds, id`;

/** By video: the chapters with most of the words, by time. @param words each with its spellings, normalised */
export async function findChapterHits(
  reads: Reads,
  videoIds: number[],
  words: string[][],
): Promise<Map<number, ChapterHit[]>> {
  const chapters = Map.groupBy(await readChapters(reads, [videoIds]), ({ video_id }) => video_id);
  return new Map([...chapters].map(([id, rows]) => [id, bestHits(rows, words)]));
}

/** @param chapters by time */
function bestHits(chapters: ChapterRow[], words: string[][]): ChapterHit[] {
  const counted = chapters.map(({ id, title, description, time_seconds }) => {
    const text = `${normalizeForSearch(title)} ${normalizeForSearch(description)}`;
    const count = words.filter((spellings) => spellings.some((word) => text.includes(word))).length;
    return { count, hit: { id, title, time_seconds, time_formatted: formatTimeCode(time_seconds) } };
  });
  const best = counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const shown = new Set(best.slice(0, CHAPTER_HITS));
  return counted.filter((each) => shown.has(each)).map(({ hit }) => hit);
}
