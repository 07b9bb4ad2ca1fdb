import { int, nullable, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

/** Values: category id, or null for all. */
const select = `
  select c.id, c.name, c.parent, c.revision,
         (select count(*) from videos v where v.category_ids @> array[c.id] and v.deleted_at is null) as video_count
    from categories c where $1::int is null or c.id = $1 order by c.id`;

/** Values: category id, or null for all. */
export const readCategories = statement(
  "admin-categories.read",
  { id: int, name: text, parent: nullable(int), revision: int, video_count: int },
  select,
);

/**
 * Whoever changes a category first takes them all, one after the other: the two levels and their names are a matter
 * between several rows. What is read after it is then certain.
 */
export const lockCategories = statement(
  "admin-categories.lock",
  {},
  `select from categories order by id for update`,
);

/** Values: name, parent. */
export const insertCategory = statement(
  "admin-categories.insert",
  { id: int },
  `insert into categories (name, parent) values ($1, $2) returning id`,
);

/** Values: id, name, parent. */
export const updateCategory = statement(
  "admin-categories.update",
  {},
  `update categories set name = $2, parent = $3, revision = revision + 1 where id = $1`,
);

/** Values: id. Children become top-level by the foreign key. */
export const deleteCategory = statement(
  "admin-categories.delete",
  {},
  `delete from categories where id = $1`,
);

/** The videos whose texts name a category: its own and its children's. Values: id. */
export const videosNaming = statement(
  "admin-categories.videos",
  { id: int },
  `select id from videos
    where category_ids && array(select id from categories where id = $1 or parent = $1)
    order by id for no key update`,
);

/** Values: id. */
export const takeFromVideos = statement(
  "admin-categories.take-from-videos",
  { id: int },
  `update videos set category_ids = array_remove(category_ids, $1)
    where category_ids @> array[$1::int] returning id`,
);
