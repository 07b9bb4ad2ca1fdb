import type { Database } from "../../db/open.ts";
import { int, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import type { VideoDraft } from "./csv-rows.ts";

/** Also of videos in the trash. Values: ids at the hosts. */
export const selectTaken = statement(
  "admin-videos.taken",
  { video_id: text },
  `select video_id from videos where video_id = any ($1::text[])`,
);

/** Values: JSON array of rows, now. */
const insert = statement(
  "admin-videos.import",
  { id: int, video_id: text },
  `insert into videos (host, video_id, title, description, category_ids, tag_ids, created_at, published_at)
   select host, video_id, title, description, category_ids, tag_ids, $2, published_at
     from json_to_recordset($1::json) as r (
       host text, video_id text, title text, description text,
       category_ids int[], tag_ids int[], published_at timestamptz)
   on conflict (video_id) do nothing
   returning id, video_id`,
);

const BATCH = 500;

type Ids = Map<string, number>;

/** @returns the ids of those that were created, by their ids at the host */
export async function insertDrafts(
  tx: Database,
  drafts: VideoDraft[],
  known: { categories: Ids; tags: Ids },
  at: string,
): Promise<Map<string, number>> {
  const created = new Map<string, number>();
  for (let from = 0; from < drafts.length; from += BATCH) {
    const rows = drafts.slice(from, from + BATCH).map(({ categories, tags, ...draft }) => ({
      ...draft,
      category_ids: categories.flatMap((name) => known.categories.get(name) ?? []),
      tag_ids: tags.flatMap((name) => known.tags.get(name) ?? []),
    }));
    for (const { id, video_id } of await insert(tx, [JSON.stringify(rows), at])) created.set(video_id, id);
  }
  return created;
}

/** Thousands of rows may take longer than a request is given, on a busy machine. */
export const allowTime = statement("admin-videos.allow-time", {}, `set local statement_timeout = '20s'`);
