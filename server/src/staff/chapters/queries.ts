import type { AdminChapter, ChapterDraft } from "@manabiya/contract/staff/chapters.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import type { Database } from "../../db/open.ts";
import { int, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

export type ChapterRow = Omit<AdminChapter, "time_formatted">;

const COLUMNS = `c.id, c.title, c.description, c.time_seconds, c.revision`;

/** In time's order. Values: video id. */
export const listAdminChapters = statement(
  "admin-chapters.list",
  { id: int, title: text, description: text, time_seconds: int, revision: int },
  `select ${COLUMNS} from chapters c where c.video_id = $1 order by c.time_seconds, c.id`,
);

/** Nobody else changes it until the transaction is over. Values: video id, chapter id. */
export const lockChapter = statement(
  "admin-chapters.lock",
  { id: int, title: text, description: text, time_seconds: int, revision: int },
  `select ${COLUMNS} from chapters c where c.video_id = $1 and c.id = $2 for update`,
);

/** Values: video id, JSON array of drafts. */
const insert = statement(
  "admin-chapters.insert",
  { id: int, title: text, description: text, time_seconds: int, revision: int },
  `insert into chapters as c (video_id, title, description, time_seconds)
   select $1, title, description, time_seconds
     from json_to_recordset($2::json) as r (title text, description text, time_seconds int)
   returning ${COLUMNS}`,
);

export const insertChapters = (tx: Database, videoId: number, drafts: ChapterDraft[]) =>
  insert(tx, [videoId, JSON.stringify(drafts)]);

/** Values: chapter id, title, description, seconds. */
export const updateChapter = statement(
  "admin-chapters.update",
  { id: int, title: text, description: text, time_seconds: int, revision: int },
  `update chapters c set title = $2, description = $3, time_seconds = $4, revision = c.revision + 1
    where c.id = $1 returning ${COLUMNS}`,
);

/** Values: chapter id. */
export const deleteChapter = statement("admin-chapters.delete", {}, `delete from chapters where id = $1`);

export function presentChapter(row: ChapterRow): AdminChapter {
  return { ...row, time_formatted: formatTimeCode(row.time_seconds) };
}

/** What makes two chapters of a video one: so that what comes twice is created once. */
export function sameness({ title, time_seconds }: Pick<ChapterDraft, "title" | "time_seconds">): string {
  return `${time_seconds} ${title}`;
}
