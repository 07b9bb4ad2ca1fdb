import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { Reads } from "../cache/reads.ts";
import { int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { CARD_COLUMNS, cardColumns, isPublished } from "./rows.ts";
import type { SharedList } from "../cache/shared-list.ts";

/** Values: now. */
const countVideos = statement(
  "videos.count",
  { count: int },
  `select count(*) as count from videos v where ${isPublished("$1")}`,
);

/**
 * The offset runs over the index alone; the second limit is one that the planner knows. Values: now, how many (a
 * page at most), offset.
 */
const readPart = (order: "asc" | "desc") =>
  statement(
    `videos.all-${order}`,
    cardColumns,
    `with part as (
       select * from (
         select v.id, v.published_at from videos v where ${isPublished("$1")}
          order by v.published_at ${order}, v.id ${order} limit $2 offset $3) as rows limit ${PAGE_SIZE})
     select ${CARD_COLUMNS} from part join videos v on v.id = part.id
      order by part.published_at ${order}, part.id ${order}`,
  );

const READ = { asc: readPart("asc"), desc: readPart("desc") };

/** Every published video. `at`: ISO 8601. */
export function allVideos(reads: Reads, at: string): SharedList {
  return {
    key: "videos",
    count: async () => (await countVideos(reads, [at]))[0]?.count ?? 0,
    rows: ({ order, limit, offset }) => READ[order](reads, [at, limit, offset]),
  };
}
