import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import type { SearchedChapter, Snapshot } from "../cache/catalog-cache.ts";
import { int, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { moreWriter, WRITTEN_MORE } from "../cache/serialized-cards.ts";

type ChapterHit = SearchHit["chapter_hits"][number];

/** What a search adds to a video's card, written once as all see it. */
export interface ChapterHits {
  chapter_hits: ChapterHit[];
  [WRITTEN_MORE]: string;
}

const write = moreWriter(SearchHit);

function chapterHits(chapter_hits: ChapterHit[]): ChapterHits {
  return { chapter_hits, [WRITTEN_MORE]: write({ chapter_hits }) };
}

export const NO_HITS = chapterHits([]);

/** How many of a video's chapters are shown under it. */
const CHAPTER_HITS = 3;

/** Values: video ids. */
const readChapters = statement(
  "search.chapters",
  { id: int, video_id: int, title: text, description: text, time_seconds: int },
  `select id, video_id, title, description, time_seconds from chapters
    where video_id = any ($1::int[]) order by time_seconds, id`,
);

/** By video: its chapters that hold most of the words, in time's order. */
export async function findChapterHits(
  snapshot: Snapshot,
  videoIds: number[],
  words: string[],
): Promise<Map<number, ChapterHits>> {
  const chapters = await loadChapters(snapshot, videoIds);
  return new Map(videoIds.map((id) => [id, chapterHits(bestHits(chapters.get(id) ?? [], words))]));
}

/** Chapters by video; those that no search of this version has looked into yet are read, and normalised once. */
async function loadChapters(
  { chapters, reads }: Snapshot,
  videoIds: number[],
): Promise<Map<number, SearchedChapter[]>> {
  const loaded = new Map<number, SearchedChapter[]>();
  const unknown: number[] = [];
  for (const id of videoIds) {
    const known = chapters.get(id);
    if (known) loaded.set(id, known);
    else unknown.push(id);
  }
  if (unknown.length === 0) return loaded;
  const rows = Map.groupBy(await readChapters(reads, [unknown]), ({ video_id }) => video_id);
  for (const id of unknown) {
    const searched = (rows.get(id) ?? []).map(({ id: chapter, title, description, time_seconds }) => ({
      id: chapter,
      title,
      time_seconds,
      text: `${normalizeForSearch(title)} ${normalizeForSearch(description)}`,
    }));
    chapters.set(id, searched);
    loaded.set(id, searched);
  }
  return loaded;
}

function bestHits(chapters: SearchedChapter[], words: string[]): ChapterHit[] {
  return chapters
    .map((chapter) => ({ chapter, found: words.filter((word) => chapter.text.includes(word)).length }))
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
