import { command, int, statement, text } from "../../../db/statement.ts";

const tagColumns = { id: int, name: text, revision: int, video_count: int };
const TAG = `t.id, t.name, t.revision,
  (select count(*) from videos v where v.tag_ids @> array[t.id] and v.deleted_at is null) as video_count`;

/** Values: tag id, or null for all. */
export const readTags = statement("admin-tags.read", tagColumns)`
  select ${TAG} from tags t where $1::int is null or t.id = $1 order by t.id`;

/** Values: id. */
export const lockTag = command("admin-tags.lock")`select from tags where id = $1 for update`;

/** Values: name. */
export const insertTag = statement("admin-tags.insert", tagColumns)`
  insert into tags as t (name) values ($1) returning ${TAG}`;

/** Values: id. */
export const lockTaggedVideos = statement("admin-tags.videos", { id: int })`
  select id from videos where tag_ids @> array[$1::int] order by id for no key update`;
