import type { Database } from "../../db/open.ts";
import { int, nullable, text } from "../../db/columns.ts";
import { command, statement } from "../../db/statement.ts";
import { gramsOfText } from "./grams.ts";

/** The ids of videos with published captions that no index has. */
export const CAPTIONED_WITHOUT_INDEX = `
  select c.video_id from captions c
   where c.published and exists (select from caption_lines l where l.video_id = c.video_id)
     and not exists (select from video_search_spoken s where s.video_id = c.video_id)`;

/** Spaces separate the lines, so that a line of its own shows each hit. Null: no published captions. Values: video ids. */
const readChanged = statement("search.changed-captions", { video_id: int, spoken_text: nullable(text) })`
  select v.id as video_id, lines.spoken_text
    from videos v
    left join (
      select c.video_id, string_agg(l.search_text, ' ' order by l.position) as spoken_text
        from captions c join caption_lines l on l.video_id = c.video_id
       where c.published and c.video_id = any ($1::int[]) group by c.video_id) as lines on lines.video_id = v.id
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

/** Writes the index of published captions that changed. The videos are locked. */
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
