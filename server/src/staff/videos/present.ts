import type { AdminVideo, PublicationStatus } from "@manabiya/contract/staff/videos.ts";
import type { CatalogNames } from "../../catalogue/videos/card.ts";
import { thumbnailAddress } from "../../catalogue/videos/rows.ts";
import type { AdminVideoRow } from "./queries.ts";

/** `now`: milliseconds since 1970. */
export function presentAdminVideo(row: AdminVideoRow, names: CatalogNames, now: number): AdminVideo {
  const { category_ids, tag_ids, thumbnail, ...rest } = row;
  return {
    ...rest,
    detail: { description: row.description },
    thumbnail: thumbnailAddress(thumbnail),
    status: statusOf(row, now),
    categories: category_ids.flatMap((id) => names.categories.get(id) ?? []),
    tags: tag_ids.flatMap((id) => names.tags.get(id) ?? []),
  };
}

function statusOf({ published_at, deleted_at }: AdminVideoRow, now: number): PublicationStatus {
  if (deleted_at !== null) return "trashed";
  if (published_at === null) return "draft";
  return Date.parse(published_at) > now ? "scheduled" : "published";
}
