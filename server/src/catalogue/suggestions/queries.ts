import { int, statement, text } from "../../db/statement.ts";
import type { Reads } from "../cache/reads.ts";
import { isPublished } from "../videos/rows.ts";
import { hasReading, isShown, type Search, Values } from "../search/conditions.ts";
import { hits } from "../search/hit-sets.ts";
import { plainWord, type SearchedWord } from "../search/words.ts";

// Statements on grams have no name, so that PostgreSQL plans them for their values.

/**
 * Hits of each kind among which the best are chosen. A member who typed one letter may get any of them: reading all hits
 * would take longer than the pause between two letters.
 */
const POOL = { title: 300, chapter: 60 };

const VIDEOS = 5;

interface SuggestedVideo {
  id: number;
  title: string;
}

/** Videos whose title holds all words; first those whose title begins with the first word, then the newest. */
export async function suggestVideos(reads: Reads, search: Search): Promise<SuggestedVideo[]> {
  const values = new Values();
  const beginning = values.add(search.words[0]?.text ?? "");
  const { rows } = await reads.query<SuggestedVideo>({
    text: `
      select v.id, v.title from videos v join video_search_texts t on t.video_id = v.id
       where v.id = any (array(${anyHits("title", search, values)})) and ${isPublished(values.add(search.at))}
       order by starts_with(t.title_text, ${beginning}) desc, v.published_at desc, v.id desc limit ${VIDEOS}`,
    values: values.list,
  });
  return rows;
}

interface ChapterRow {
  id: number;
  title: string;
  time_seconds: number;
  video_id: number;
  video_title: string;
}

/** The chapters of some videos whose chapters hold all words, newest first. Their titles need not hold the words. */
export async function chaptersNear(reads: Reads, search: Search): Promise<ChapterRow[]> {
  const values = new Values();
  const { rows } = await reads.query<ChapterRow>({
    text: `
      select c.id, c.title, c.time_seconds, v.id as video_id, v.title as video_title
        from videos v join chapters c on c.video_id = v.id
       where v.id = any (array(${anyHits("chapter", search, values)})) and ${isPublished(values.add(search.at))}
       order by v.published_at desc, v.id desc, c.time_seconds, c.id`,
    values: values.list,
  });
  return rows;
}

/** Some videos with all words in one spelling, and some with the readings of all. */
function anyHits(scope: "title" | "chapter", search: Search, values: Values): string {
  const spelled = (words: SearchedWord[], textOf: (word: SearchedWord) => string) =>
    hits({ ...search, scope, words: words.map((word) => plainWord(textOf(word))) }, values);
  const sets = [spelled(search.words, ({ text: typed }) => typed)];
  if (search.words.some(({ others }) => others.length > 0)) {
    sets.push(spelled(search.words, ({ text: typed, others }) => others[0] ?? typed));
  }
  const read = search.words.filter(({ readings }) => readings.length > 0);
  if (read.length > 0 && scope === "title") {
    const unread = search.words.filter(({ readings }) => readings.length === 0);
    const isSpelled = unread.length === 0 ? "true" : `r.video_id in (${spelled(unread, ({ text: typed }) => typed)})`;
    const areRead = read.map(({ readings }) => hasReading(scope, values.add(readings))).join(" and ");
    sets.push(`
      select r.video_id from video_search_readings r
       where ${areRead} and ${isSpelled} and ${isShown("r.video_id", search.hidden, values)}`);
  }
  return sets.map((set) => `(${set} limit ${POOL[scope]})`).join(" union ");
}

/** Of these tags those with a published video. Values: tag ids, now. */
export const tagsWithVideos = statement("search.tags-with-videos", { id: int })`
  select tag.id from unnest($1::int[]) as tag(id)
   where exists (select from videos v where v.tag_ids && array[tag.id] and ${isPublished("$2")})`;

/** Newest videos whose tags are counted: all would take too long in a large catalogue. */
const COUNTED_VIDEOS = 2_000;

/** The tags of most of the newest videos. Values: now. */
export const popularTags = statement("search.popular-tags", { id: int, name: text })`
  select t.id, t.name
    from (select v.tag_ids from videos v where ${isPublished("$1")} order by v.published_at desc, v.id desc
           limit ${COUNTED_VIDEOS}) as newest,
         unnest(newest.tag_ids) as used(id) join tags t on t.id = used.id
   group by t.id order by count(*) desc, t.id limit 8`;
