import type { SpokenLine } from "@manabiya/contract/catalogue/transcripts.ts";
import { searchTextOf } from "../../../catalogue/captions/search-text.ts";
import { command, type Database, type RowOf, statement } from "../../../db/statement.ts";
import { AdminCaptions } from "@manabiya/contract/catalogue/captions.ts";
import { columnsOf } from "../../../db/columns-of.ts";

const captionsColumns = columnsOf(AdminCaptions);
export type CaptionsRow = RowOf<typeof captionsColumns>;

/** A video without captions has none with the revision 0. Values: video id. */
export const readCaptions = statement("admin-captions.read", captionsColumns)`
  select v.id, coalesce(k.published, false) as published, coalesce(k.revision, 0) as revision, k.updated_at,
         coalesce((select json_agg(json_build_object('starts_ms', l.starts_ms, 'ends_ms', l.ends_ms, 'text', l.text)
                                   order by l.position)
                     from caption_lines l where l.video_id = v.id), '[]'::json) as lines
    from videos v left join captions k on k.video_id = v.id where v.id = $1`;

/** Values: video id, published, now. */
const writeCaptions = command("admin-captions.write")`
  insert into captions as k (video_id, published, updated_at) values ($1, $2, $3)
  on conflict (video_id) do update
     set published = excluded.published, updated_at = excluded.updated_at, revision = k.revision + 1`;

const deleteLines = command("admin-captions.delete-lines")`delete from caption_lines where video_id = $1`;

/** Values: video id, JSON array of lines. */
const insertLines = command("admin-captions.insert-lines")`
  insert into caption_lines (video_id, position, starts_ms, ends_ms, text, search_text)
  select $1, position, starts_ms, ends_ms, text, search_text
    from json_to_recordset($2::json) as r (position int, starts_ms int, ends_ms int, text text, search_text text)`;

interface NewCaptions {
  id: number;
  published: boolean;
  lines: readonly SpokenLine[];
  /** ISO 8601. */
  at: string;
}

/** Replaces the captions of a video, which the caller has locked. */
export async function replaceCaptions(tx: Database, { id, published, lines, at }: NewCaptions): Promise<void> {
  await writeCaptions(tx, [id, published, at]);
  await deleteLines(tx, [id]);
  const rows = lines.map((line, position) => ({ ...line, position, search_text: searchTextOf(line.text) }));
  await insertLines(tx, [id, JSON.stringify(rows)]);
}
