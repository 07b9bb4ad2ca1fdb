import type { Database } from "../../db/open.ts";
import { int, nullable, text } from "../../db/columns.ts";
import { command, statement } from "../../db/statement.ts";
import { gramsOfText } from "./grams.ts";

/** The search finds answered questions `q` that all members see. */
const IS_FOUND_QUESTION = `q.is_public and q.state = 'shown' and q.search_text is not null
  and exists (select from videos asked where asked.id = q.video_id and asked.takes_questions)
  and not exists (select from site_settings where revision = (select max(revision) from site_settings)
                     and settings ->> 'questions' = 'off')`;

/** The ids of videos with published captions that no index has. */
export const CAPTIONED_WITHOUT_INDEX = `
  select c.video_id from captions c
   where c.published and exists (select from caption_lines l where l.video_id = c.video_id)
     and not exists (select from video_search_spoken s where s.video_id = c.video_id)`;

/** The ids of videos with answered questions that no index has. */
export const ASKED_WITHOUT_INDEX = `
  select q.video_id from questions q
   where ${IS_FOUND_QUESTION} and not exists (
     select from video_search_spoken s where s.video_id = q.video_id and strpos(s.spoken_text, q.search_text) > 0)`;

/** Spaces separate the lines, so that a line of its own shows each hit. Null: no line. Values: video ids. */
const readChanged = statement("search.changed-captions", { video_id: int, spoken_text: nullable(text) })`
  select v.id as video_id, lines.spoken_text
    from videos v
    left join (
      select line.video_id, string_agg(line.search_text, ' ' order by line.is_question, line.position) as spoken_text
        from (select c.video_id, l.search_text, false as is_question, l.position
                from captions c join caption_lines l on l.video_id = c.video_id
               where c.published and c.video_id = any ($1::int[])
              union all
              select q.video_id, q.search_text, true, q.id
                from questions q where q.video_id = any ($1::int[]) and ${IS_FOUND_QUESTION}) as line
       group by line.video_id) as lines on lines.video_id = v.id
    left join video_search_spoken s on s.video_id = v.id
   where v.id = any ($1::int[]) and lines.spoken_text is distinct from s.spoken_text`;

/** Values: video ids. */
const deleteSpoken = command("search.delete-spoken")`
  delete from video_search_spoken where video_id = any ($1::int[])`;

/** Values: JSON array of rows. */
const writeSpoken = command("search.write-spoken")`
  insert into video_search_spoken (video_id, spoken_text, spoken_grams)
  select * from json_to_recordset($1::json) as r (video_id int, spoken_text text, spoken_grams bigint[])
  on conflict (video_id) do update
     set spoken_text = excluded.spoken_text, spoken_grams = excluded.spoken_grams`;

/** Characters of one statement. Longer captions exceed it alone. */
const BATCH = 50_000;
/** From this length on captions with ever new words take seconds on a busy machine. */
const LONG = 100_000;

/** Milliseconds. */
const LONG_TIMEOUT = 20_000;

/** Writes the index of published captions and answered questions that changed. The videos are locked. */
export async function indexSpoken(tx: Database, ids: readonly number[]): Promise<void> {
  const changed = await readChanged(tx, [ids]);
  const removed = changed.filter(({ spoken_text }) => spoken_text === null).map(({ video_id }) => video_id);
  if (removed.length > 0) await deleteSpoken(tx, [removed]);
  let rows: { video_id: number; spoken_text: string; spoken_grams: number[] }[] = [];
  let length = 0;
  const write = async () => {
    if (length > LONG) await tx.allowTime(LONG_TIMEOUT);
    if (rows.length > 0) await writeSpoken(tx, [JSON.stringify(rows)]);
    [rows, length] = [[], 0];
  };
  for (const { video_id, spoken_text } of changed) {
    if (spoken_text === null) continue;
    if (length + spoken_text.length > BATCH) await write();
    rows.push({ video_id, spoken_text, spoken_grams: gramsOfText(spoken_text) });
    length += spoken_text.length;
  }
  await write();
}
