import { command, int, nullable, statement, text } from "../../db/statement.ts";

const categoryColumns = { id: int, name: text, parent: nullable(int), revision: int, video_count: int };
const CATEGORY = `c.id, c.name, c.parent, c.revision,
  (select count(*) from videos v where v.category_ids @> array[c.id] and v.deleted_at is null) as video_count`;

/** Values: category id, or null for all. */
export const readCategories = statement("admin-categories.read", categoryColumns)`
  select ${CATEGORY} from categories c where $1::int is null or c.id = $1 order by c.id`;

/** Every change locks all categories first, because the two levels and their names concern several rows. */
export const lockCategories = command("admin-categories.lock")`select from categories order by id for update`;

/** Values: name, parent. */
export const insertCategory = statement("admin-categories.insert", categoryColumns)`
  insert into categories as c (name, parent) values ($1, $2) returning ${CATEGORY}`;

/** Locks the videos of a category and of its children. Values: id. */
export const lockCategoryVideos = statement("admin-categories.videos", { id: int })`
  select id from videos
   where category_ids && array(select id from categories where id = $1 or parent = $1)
   order by id for no key update`;
