import type { Reads } from "../cache/reads.ts";
import { CARD_COLUMNS, type CardRow, isPublished } from "../videos/rows.ts";
import type { CatalogList } from "../cache/catalog-list.ts";

/**
 * Published videos of several categories. Unnamed statements are planned for these very categories: large ones are best
 * read along the newest videos, small ones from their own index. `at`: ISO 8601.
 */
export function categoryVideos(reads: Reads, categoryIds: number[], at: string): CatalogList {
  const where = `v.category_ids && $1::int[] and ${isPublished("$2")}`;
  return {
    key: `category ${categoryIds.join()}`,
    count: async () => {
      const text = `select count(*) as count from videos v where ${where}`;
      const { rows } = await reads.query<{ count: number }>({ text, values: [categoryIds, at] });
      return rows[0]?.count ?? 0;
    },
    rows: async ({ order, limit, offset }) => {
      const text = `
        select ${CARD_COLUMNS} from videos v where ${where}
         order by v.published_at ${order}, v.id ${order} limit $3 offset $4`;
      const { rows } = await reads.query<CardRow & { id: number }>({ text, values: [categoryIds, at, limit, offset] });
      return rows;
    },
  };
}
