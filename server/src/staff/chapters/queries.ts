import type { AdminChapter, ChapterDraft } from "@manabiya/contract/staff/chapters.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { type Database, int, type RowOf, statement, text } from "../../db/statement.ts";

const chapterColumns = { id: int, video_id: int, title: text, description: text, time_seconds: int, revision: int };
const CHAPTER = `c.id, c.video_id, c.title, c.description, c.time_seconds, c.revision`;

export type ChapterRow = RowOf<typeof chapterColumns>;

/** Values: video id. */
export const listAdminChapters = statement("admin-chapters.list", chapterColumns)`
  select ${CHAPTER} from chapters c where c.video_id = $1 order by c.time_seconds, c.id`;

/** Values: video id, chapter id. */
export const lockChapter = statement("admin-chapters.lock", chapterColumns)`
  select ${CHAPTER} from chapters c where c.video_id = $1 and c.id = $2 for update`;

const insert = statement("admin-chapters.insert", chapterColumns)`
  insert into chapters as c (video_id, title, description, time_seconds)
  select $1, title, description, time_seconds
    from json_to_recordset($2::json) as r (title text, description text, time_seconds int)
  returning ${CHAPTER}`;

export const insertChapters = (tx: Database, videoId: number, drafts: ChapterDraft[]) =>
  insert(tx, [videoId, JSON.stringify(drafts)]);

export function presentChapter({ id, title, description, time_seconds, revision }: ChapterRow): AdminChapter {
  return { id, title, description, time_seconds, revision, time_formatted: formatTimeCode(time_seconds) };
}

export function loggedChapter({ video_id, title, description, time_seconds }: ChapterRow) {
  return { video_id, title, description, time_seconds };
}

/** Chapters of a video with equal keys are duplicates. */
export function chapterKey({ title, time_seconds }: Pick<ChapterDraft, "title" | "time_seconds">): string {
  return `${time_seconds} ${title}`;
}
