import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import * as z from "zod/mini";
import { int, type RowOf, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { SerializedObject } from "../../http/json-writer.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";

const ChapterHits = z.pick(SearchHit, { chapter_hits: true });
type ChapterHits = z.output<typeof ChapterHits>;
type ChapterHit = ChapterHits["chapter_hits"][number];

/** The field that a search adds to a video's card; it is the same for all members. */
export type SerializedHits = SerializedObject<ChapterHits>;

const serialize = SerializedObject.serializer(ChapterHits);

export const NO_HITS = serialize({ chapter_hits: [] });

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
const readChapters = statement(
  "search.chapters",
  chapterColumns,
  `select id, video_id, title, description, time_seconds from chapters
    where video_id = any ($1::int[]) order by time_seconds, id`,
);

/** By video: the chapters with most of the words, by time. @param words each with its spellings, normalised */
export async function findChapterHits(
  cache: CatalogCache,
  videoIds: number[],
  words: string[][],
): Promise<Map<number, SerializedHits>> {
  const chapters = await readSearched(cache, videoIds);
  return new Map(videoIds.map((id) => [id, serialize({ chapter_hits: bestHits(chapters.get(id) ?? [], words) })]));
}

async function readSearched({ reads }: CatalogCache, videoIds: number[]) {
  const rows = Map.groupBy(await readChapters(reads, [videoIds]), ({ video_id }) => video_id);
  return new Map(videoIds.map((id) => [id, (rows.get(id) ?? []).map(searched)]));
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
