import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { int, type RowOf, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import type { Reads } from "../cache/reads.ts";
import type { HitFields } from "./hit-fields.ts";

type ChapterHit = HitFields["chapter_hits"][number];

/** A chapter prepared for searching. */
interface SearchedChapter {
  id: number;
  title: string;
  time_seconds: number;
  /** Title and description, normalised. */
  text: string;
}

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
  return new Map([...chapters].map(([id, rows]) => [id, bestHits(rows.map(searched), words)]));
}

function searched({ id, title, description, time_seconds }: ChapterRow): SearchedChapter {
  const text = `${normalizeForSearch(title)} ${normalizeForSearch(description)}`;
  return { id, title, time_seconds, text };
}

function bestHits(chapters: SearchedChapter[], words: string[][]): ChapterHit[] {
  return chapters
    .map((chapter) => ({
      chapter,
      found: words.filter((spellings) => spellings.some((word) => chapter.text.includes(word))).length,
    }))
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
