import { nameKey } from "@manabiya/contract/text.ts";
import { type Database, int, type RowOf, statement, text } from "../../db/statement.ts";
import type { VideoDraft } from "./csv-rows.ts";
import type { videoColumns } from "./queries.ts";

/** Includes videos in the trash. Values: ids at the hosts. */
export const selectTaken = statement("admin-videos.taken", { video_id: text })`
  select video_id from videos where video_id = any ($1::text[])`;

/** A video with an existing id at the host returns no row. Values: JSON array of rows. */
const insert = statement("admin-videos.insert", { id: int, video_id: text })`
  insert into videos
    (host, video_id, host_hash, title, description, thumbnail, duration, category_ids, tag_ids, created_at, published_at)
  select * from json_to_recordset($1::json) as r (
    host text, video_id text, host_hash text, title text, description text, thumbnail text, duration int,
    category_ids int[], tag_ids int[], created_at timestamptz, published_at timestamptz)
  on conflict (video_id) do nothing
  returning id, video_id`;

type Video = RowOf<typeof videoColumns>;
type Optional = "thumbnail" | "duration";
type NewVideo = Omit<Video, "id" | "view_count" | Optional> & Partial<Pick<Video, Optional>>;

export const insertVideos = (tx: Database, rows: NewVideo[]) => insert(tx, [JSON.stringify(rows)]);

const maxBatchSize = 500;

/** By the keys of names. */
type Ids = Map<string, number>;

const idsOf = (ids: Ids, names: string[]) => [...new Set(names.flatMap((name) => ids.get(nameKey(name)) ?? []))];

/** @returns the ids of the created videos by their ids at the host */
export async function insertDrafts(
  tx: Database,
  drafts: VideoDraft[],
  known: { categories: Ids; tags: Ids },
  created_at: string,
): Promise<Map<string, number>> {
  const created = new Map<string, number>();
  for (let start = 0; start < drafts.length; start += maxBatchSize) {
    const rows = drafts
      .slice(start, start + maxBatchSize)
      .map(({ categories, tags, ...draft }) => ({
        ...draft,
        category_ids: idsOf(known.categories, categories),
        tag_ids: idsOf(known.tags, tags),
        created_at,
      }));
    for (const { id, video_id } of await insertVideos(tx, rows)) created.set(video_id, id);
  }
  return created;
}

/** Milliseconds: on a busy machine thousands of rows can take longer than the default timeout. */
export const IMPORT_TIMEOUT = 20_000;
