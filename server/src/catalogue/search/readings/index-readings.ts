import type { Database } from "../../../db/open.ts";
import { int, nullable, type RowOf, text, texts } from "../../../db/columns.ts";
import { command, statement } from "../../../db/statement.ts";
import { bumpCatalogue } from "../../cache/version.ts";
import { lockVideos, TEXTS_OF_VIDEO } from "../index-videos.ts";
import { analyse } from "./analyse.ts";

/** A batch takes somewhat more than a second, mostly in the analyser's process. */
const BATCH = 50;
/** Other jobs of the process wait for a run. The next one continues. */
const MAX_BATCHES = 8;

/** Raise it when the analyser makes other keys of the same text: all videos are read again after an update. */
const KEYS_VERSION = 3;

/** Of the searched texts of `video_search_texts t`, and of the way in which they are read. */
const TEXTS_HASH = `md5(concat_ws(' ', ${KEYS_VERSION}, t.title_text, t.base_text, t.chapter_text))`;

/** Videos compared by one statement. A hundred thousand would take longer than a statement may. */
const COMPARED = 2_000;

/**
 * Finds what releases without readings wrote: they neither add rows nor mark them. Values: an id, after which the compared videos
 * begin. The last of their ids is null if there are none.
 */
const markOutdated = statement("search.mark-outdated-readings", { last: nullable(int) })`
  with compared as (
    select * from video_search_texts where video_id > $1 order by video_id limit ${COMPARED}),
  marked as (
    insert into video_search_readings
      (video_id, title_readings, names_readings, description_readings, chapter_readings)
    select t.video_id, '{}', '{}', '{}', '{}'
      from compared t left join video_search_readings r on r.video_id = t.video_id
     where r.video_id is null or r.texts_hash <> ${TEXTS_HASH}
    on conflict (video_id) do update set texts_hash = null)
  select max(video_id) as last from compared`;

/** The newest videos first. */
const selectOutdated = statement("search.outdated-readings", { video_id: int })`
  select video_id from video_search_readings where texts_hash is null order by video_id desc limit ${BATCH}`;

const textColumns = { id: int, title: text, description: text, names: texts, chapters: texts, texts_hash: text };

/** Values: video ids. */
const readTexts = statement("search.texts-to-analyse", textColumns)`
  select ${TEXTS_OF_VIDEO}, ${TEXTS_HASH} as texts_hash
    from videos v join video_search_texts t on t.video_id = v.id where v.id = any ($1::int[])`;

/** Texts that changed meanwhile stay outdated. Values: JSON array of rows. */
const writeReadings = command("search.write-readings")`
  insert into video_search_readings
    (video_id, texts_hash, title_readings, names_readings, description_readings, chapter_readings)
  select r.* from json_to_recordset($1::json) as r (
    video_id int, texts_hash text, title_readings bigint[], names_readings bigint[], description_readings bigint[],
    chapter_readings bigint[])
    join video_search_texts t on t.video_id = r.video_id and ${TEXTS_HASH} = r.texts_hash
  on conflict (video_id) do update
     set texts_hash = excluded.texts_hash, title_readings = excluded.title_readings,
         names_readings = excluded.names_readings, description_readings = excluded.description_readings,
         chapter_readings = excluded.chapter_readings`;

/** @returns the job that indexes the readings of new and changed videos; it compares all of them first */
export function createReadingsIndexer(db: Database, keysOf = analyse): (signal?: AbortSignal) => Promise<void> {
  let compared: number | null = 0;
  return async (signal) => {
    while (compared !== null) {
      signal?.throwIfAborted();
      const [batch] = await markOutdated(db, [compared]);
      compared = batch?.last ?? null;
    }
    await indexReadings(db, keysOf, signal);
  };
}

/** A run that is cut off leaves whole batches; the next one continues. */
async function indexReadings(db: Database, keysOf: typeof analyse, signal?: AbortSignal): Promise<void> {
  let count = 0;
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const ids = (await selectOutdated(db, [])).map(({ video_id }) => video_id);
      if (ids.length === 0) break;
      signal?.throwIfAborted();
      const videos = await readTexts(db, [ids]);
      const keys = await keysOf(videos.flatMap(textsOf), signal);
      const rows = videos.map((video) => readingsOf(video, keys.splice(0, textsOf(video).length)));
      await db.transaction(async (tx) => {
        await lockVideos(tx, [ids]);
        await writeReadings(tx, [JSON.stringify(rows)]);
      });
      count += ids.length;
    }
  } finally {
    // Earlier searches, which found less, are cached. Failing runs must not empty the caches again and again.
    if (count > 0) await bumpCatalogue(db);
  }
}

type Texts = RowOf<typeof textColumns>;
const textsOf = ({ title, description, names, chapters }: Texts) => [title, description, ...names, ...chapters];

/** @param keys of its texts, in their order */
function readingsOf({ id, names, texts_hash }: Texts, [ofTitle = [], ofDescription = [], ...others]: number[][]) {
  const distinct = (all: number[][]) => [...new Set(all.flat())];
  return {
    video_id: id,
    texts_hash,
    title_readings: ofTitle,
    names_readings: distinct(others.slice(0, names.length)),
    description_readings: ofDescription,
    chapter_readings: distinct(others.slice(names.length)),
  };
}
