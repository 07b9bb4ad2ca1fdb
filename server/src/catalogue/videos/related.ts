import { RELATED_COUNT } from "@manabiya/contract/catalogue/videos.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { byNewest, newestOf, newestOfAll, type NewestVideo } from "./newest.ts";

/** Ids: most common tags first, then a common category, then the newest. `at`: ISO 8601. */
export async function listRelated(
  cache: CatalogCache,
  video: Pick<NewestVideo, "id" | "category_ids" | "tag_ids">,
  at: string,
): Promise<number[]> {
  const lists = await Promise.all([
    ...video.tag_ids.map((id) => newestOf(cache, "tag", id, at)),
    ...video.category_ids.map((id) => newestOf(cache, "category", id, at)),
    newestOfAll(cache, at),
  ]);
  const candidates = new Map(lists.flat().map((other) => [other.id, other]));
  candidates.delete(video.id);
  const common = (these: number[], others: number[]) => others.filter((id) => these.includes(id)).length;
  return [...candidates.values()]
    .map((other) => ({
      other,
      tags: common(video.tag_ids, other.tag_ids),
      category: Math.min(1, common(video.category_ids, other.category_ids)),
    }))
    .sort((a, b) => b.tags - a.tags || b.category - a.category || byNewest(a.other, b.other))
    .slice(0, RELATED_COUNT)
    .map(({ other }) => other.id);
}
