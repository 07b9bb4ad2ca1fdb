import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import { bumpCatalogue } from "../cache/version.ts";
import type { Database } from "../../db/open.ts";
import { int, text, texts } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { gramsOfText } from "./grams.ts";

interface Texts {
  id: number;
  title: string;
  description: string;
  /** Of its tags, its categories and their parents. */
  names: string[];
  /** Titles and descriptions. */
  chapters: string[];
}

/** Values: video ids. */
const lockVideos = statement(
  "search.lock-videos",
  {},
  `select from videos where id = any ($1::int[]) order by id for no key update`,
);

/** Values: video ids. */
const readTexts = statement(
  "search.texts",
  { id: int, title: text, description: text, names: texts, chapters: texts },
  `select v.id, v.title, v.description,
          array(select t.name from tags t where t.id = any (v.tag_ids)
                union all
                select c.name from categories c where c.id = any (v.category_ids)
                union all
                select p.name from categories c join categories p on p.id = c.parent
                 where c.id = any (v.category_ids)) as names,
          array(select unnest(array[c.title, c.description]) from chapters c where c.video_id = v.id) as chapters
     from videos v where v.id = any ($1::int[])`,
);

/** Values: JSON array of rows. */
const writeTexts = statement(
  "search.write-texts",
  {},
  `insert into video_search_texts (video_id, title_text, base_text, chapter_text)
   select * from json_to_recordset($1::json) as r (
     video_id int, title_text text, base_text text, chapter_text text)
   on conflict (video_id) do update
      set title_text = excluded.title_text, base_text = excluded.base_text, chapter_text = excluded.chapter_text`,
);

/** Values: JSON array of rows. */
const writeGrams = statement(
  "search.write-grams",
  {},
  `insert into video_search_grams (video_id, title_grams, base_grams, chapter_grams, all_grams)
   select * from json_to_recordset($1::json) as r (
     video_id int, title_grams bigint[], base_grams bigint[], chapter_grams bigint[], all_grams bigint[])
   on conflict (video_id) do update
      set title_grams = excluded.title_grams, base_grams = excluded.base_grams,
          chapter_grams = excluded.chapter_grams, all_grams = excluded.all_grams`,
);

const BATCH = 200;

/**
 * Writes what search looks at. Call it in the transaction that changes a video, its chapters, or the name of a tag
 * or category of it, after the change. Videos are locked, so that of two changes at once the later sees the former's.
 */
export async function indexVideos(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.transaction(async (tx) => {
    await lockVideos(tx, [ids]);
    // A renamed category may touch thousands: in steps, so that no statement runs out of time and others get a turn.
    for (let from = 0; from < ids.length; from += BATCH) {
      const rows = (await readTexts(tx, [ids.slice(from, from + BATCH)])).map(normalise);
      await writeTexts(tx, [JSON.stringify(rows)]);
      await writeGrams(tx, [JSON.stringify(rows.map(gramsOf))]);
    }
  });
}

const selectMissing = statement(
  "search.missing",
  { id: int },
  `select v.id from videos v
    where not exists (select from video_search_texts s where s.video_id = v.id) order by v.id`,
);

/** Writes the rows of all videos that have none, so that a search finds everything. Cheap when nothing is missing. */
export async function indexMissing(db: Database): Promise<void> {
  const missing = (await selectMissing(db, [])).map(({ id }) => id);
  for (let from = 0; from < missing.length; from += BATCH) {
    await indexVideos(db, missing.slice(from, from + BATCH));
  }
  // Searches that found less are remembered.
  if (missing.length > 0) await bumpCatalogue(db);
}

/** Texts are kept apart by spaces, which no word holds: a word is never found across two of them. */
function normalise({ id, title, description, names, chapters }: Texts) {
  return {
    video_id: id,
    title_text: normalizeForSearch(title),
    base_text: [title, description, ...names].map(normalizeForSearch).join(" "),
    chapter_text: chapters.map(normalizeForSearch).join(" "),
  };
}

function gramsOf({ video_id, title_text, base_text, chapter_text }: ReturnType<typeof normalise>) {
  return {
    video_id,
    title_grams: gramsOfText(title_text),
    base_grams: gramsOfText(base_text),
    chapter_grams: gramsOfText(chapter_text),
    all_grams: gramsOfText(`${base_text} ${chapter_text}`),
  };
}
