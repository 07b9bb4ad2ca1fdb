import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { Reads } from "../cache/reads.ts";
import { int, statement } from "../../db/statement.ts";
import { CARD_COLUMNS, cardColumns, isPublished } from "./rows.ts";
import type { CatalogList } from "../cache/catalog-list.ts";

/** Values: now. */
const countVideos = statement("videos.count", { count: int })`
  select count(*) as count from videos v where ${isPublished("$1")}`;

/**
 * The offset runs over the index alone. The second limit is a constant, so the planner knows that it joins few rows.
 * Values: now, limit (a page at most), offset.
 */
const readRange = (order: "asc" | "desc") =>
  statement(`videos.all-${order}`, cardColumns)`
    with range as (
      select * from (
        select v.id, v.published_at from videos v where ${isPublished("$1")}
         order by v.published_at ${order}, v.id ${order} limit $2 offset $3) as rows limit ${PAGE_SIZE})
    select ${CARD_COLUMNS} from range join videos v on v.id = range.id
     order by range.published_at ${order}, range.id ${order}`;

const READ = { asc: readRange("asc"), desc: readRange("desc") };

/** Every published video. `at`: ISO 8601. */
export function allVideos(reads: Reads, at: string): CatalogList {
  return {
    key: "videos",
    count: async () => (await countVideos(reads, [at]))[0]?.count ?? 0,
    rows: ({ order, limit, offset }) => READ[order](reads, [at, limit, offset]),
  };
}
