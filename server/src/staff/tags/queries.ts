import { int, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

/** Values: tag id, or null for all. */
export const readTags = statement(
  "admin-tags.read",
  { id: int, name: text, revision: int, video_count: int },
  `select t.id, t.name, t.revision,
          (select count(*) from videos v where v.tag_ids @> array[t.id] and v.deleted_at is null) as video_count
     from tags t where $1::int is null or t.id = $1 order by t.id`,
);

/** Values: id. */
export const lockTag = statement("admin-tags.lock", {}, `select from tags where id = $1 for update`);

/** Values: name. */
export const insertTag = statement(
  "admin-tags.insert",
  { id: int },
  `insert into tags (name) values ($1) returning id`,
);

/** Values: id, name. */
export const updateTag = statement(
  "admin-tags.update",
  {},
  `update tags set name = $2, revision = revision + 1 where id = $1`,
);

/** Values: id. */
export const deleteTag = statement("admin-tags.delete", {}, `delete from tags where id = $1`);

/** Values: id. */
export const lockTaggedVideos = statement(
  "admin-tags.videos",
  { id: int },
  `select id from videos where tag_ids @> array[$1::int] order by id for no key update`,
);

/** Values: id. */
export const takeFromVideos = statement(
  "admin-tags.take-from-videos",
  {},
  `update videos set tag_ids = array_remove(tag_ids, $1) where tag_ids @> array[$1::int]`,
);
