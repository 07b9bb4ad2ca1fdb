import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import { bumpCatalogue } from "../cache/version.ts";
import type { Database } from "../../db/open.ts";
import { int, type RowOf, text, texts } from "../../db/columns.ts";
import { command, statement } from "../../db/statement.ts";
import { gramsOfText } from "./grams.ts";
import { ASKED_WITHOUT_INDEX, CAPTIONED_WITHOUT_INDEX, indexSpoken } from "./index-spoken.ts";

const textColumns = {
  id: int,
  title: text,
  description: text,
  /** Of the video's tags, its categories and their parents. */
  names: texts,
  /** Titles and descriptions. */
  chapters: texts,
};

/** The texts of `videos v` in the columns above. */
export const TEXTS_OF_VIDEO = `v.id, v.title, v.description,
          array(select t.name from tags t where t.id = any (v.tag_ids)
                union all
                select c.name from categories c where c.id = any (v.category_ids)
                union all
                select p.name from categories c join categories p on p.id = c.parent
                 where c.id = any (v.category_ids)) as names,
          array(select unnest(array[c.title, c.description]) from chapters c where c.video_id = v.id) as chapters`;

/** Values: video ids. */
export const lockVideos = command("search.lock-videos")`
  select from videos where id = any ($1::int[]) order by id for no key update`;

/** Values: video ids. */
const readTexts = statement("search.texts", textColumns)`
  select ${TEXTS_OF_VIDEO}
    from videos v where v.id = any ($1::int[])`;

/** Values: JSON array of rows. */
const writeTexts = command("search.write-texts")`
  insert into video_search_texts (video_id, title_text, base_text, chapter_text)
  select * from json_to_recordset($1::json) as r (
    video_id int, title_text text, base_text text, chapter_text text)
  on conflict (video_id) do update
     set title_text = excluded.title_text, base_text = excluded.base_text, chapter_text = excluded.chapter_text`;

/** Nothing reads the grams of base texts alone. Values: JSON array of rows. */
const writeGrams = command("search.write-grams")`
  insert into video_search_grams (video_id, title_grams, base_grams, chapter_grams, all_grams)
  select r.video_id, r.title_grams, '{}', r.chapter_grams, r.all_grams from json_to_recordset($1::json) as r (
    video_id int, title_grams bigint[], chapter_grams bigint[], all_grams bigint[])
  on conflict (video_id) do update
     set title_grams = excluded.title_grams, base_grams = excluded.base_grams,
         chapter_grams = excluded.chapter_grams, all_grams = excluded.all_grams`;

/** Earlier readings stay until the job has written the new ones (readings/index-readings.ts). Values: video ids. */
const invalidateReadings = command("search.invalidate-readings")`
  insert into video_search_readings (video_id, title_readings, names_readings, description_readings, chapter_readings)
  select v.id, '{}', '{}', '{}', '{}' from videos v where v.id = any ($1::int[])
  on conflict (video_id) do update set texts_hash = null where video_search_readings.texts_hash is not null`;

const BATCH = 200;

/**
 * Writes the search index of videos. Call it in the transaction that changed a video, its chapters, or the name of a tag or
 * category of it. Videos are locked, so that the later of two concurrent changes sees the other.
 */
export async function indexVideos(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.transaction(async (tx) => {
    await lockVideos(tx, [ids]);
    // A renamed category may touch thousands of videos, more than one statement's time limit allows.
    for (let from = 0; from < ids.length; from += BATCH) {
      const rows = JSON.stringify((await readTexts(tx, [ids.slice(from, from + BATCH)])).map(indexOf));
      await writeTexts(tx, [rows]);
      await writeGrams(tx, [rows]);
      await invalidateReadings(tx, [ids.slice(from, from + BATCH)]);
      await indexSpoken(tx, ids.slice(from, from + BATCH));
    }
  });
}

const selectMissing = statement("search.missing", { id: int })`
  select v.id from videos v
   where not exists (select from video_search_texts t where t.video_id = v.id) or v.id in (${CAPTIONED_WITHOUT_INDEX})
      or v.id in (${ASKED_WITHOUT_INDEX})
   order by v.id`;

/** Writes the search index of videos without one. Cheap when nothing is missing. */
export async function indexMissing(db: Database): Promise<void> {
  const missing = (await selectMissing(db, [])).map(({ id }) => id);
  for (let from = 0; from < missing.length; from += BATCH) {
    await indexVideos(db, missing.slice(from, from + BATCH));
  }
  // Earlier searches, which found less, are cached.
  if (missing.length > 0) await bumpCatalogue(db);
}

/** Spaces separate the texts. No word holds a space, so no word is found across two texts. */
function indexOf({ id, title, description, names, chapters }: RowOf<typeof textColumns>) {
  const title_text = normalizeForSearch(title);
  const base_text = [title, description, ...names].map(normalizeForSearch).join(" ");
  const chapter_text = chapters.map(normalizeForSearch).join(" ");
  const [title_grams, chapter_grams] = [title_text, chapter_text].map(gramsOfText);
  const all_grams = gramsOfText(`${base_text} ${chapter_text}`);
  return { video_id: id, title_text, base_text, chapter_text, title_grams, chapter_grams, all_grams };
}
