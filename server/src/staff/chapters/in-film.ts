import { beyondFilm } from "@manabiya/contract/rules/clock-time.ts";
import type { ChapterDraft } from "@manabiya/contract/staff/chapters.ts";
import { type Database, int, statement } from "../../db/statement.ts";
import { validationError } from "../../errors/app-error.ts";
import { listAdminChapters } from "./queries.ts";

type Placed = Pick<ChapterDraft, "title" | "time_seconds">;

/** @throws 400 when a chapter begins where the film has ended */
export function checkInFilm(chapters: readonly Placed[], duration: number | null): void {
  const sentences = chapters.flatMap(({ title, time_seconds }) => {
    const beyond = beyondFilm(time_seconds, duration);
    return beyond === null ? [] : [chapters.length > 1 ? `「${title}」の${beyond}` : beyond];
  });
  if (sentences.length > 0) throw validationError({ time_seconds: sentences });
}

/** Selects where the last line of each video's captions begins. Values: video ids. */
const selectLastLines = statement("admin-chapters.last-lines", { video_id: int, starts_ms: int })`
  select video_id, max(starts_ms) as starts_ms from caption_lines where video_id = any ($1::int[]) group by video_id`;

/** @returns a function that names the first chapter of a video, or its captions, that a film of this length does not reach */
export async function readBeyond(db: Database, ids: number[]) {
  const lastLines = new Map((await selectLastLines(db, [ids])).map((row) => [row.video_id, row.starts_ms / 1_000]));
  return (id: number, chapters: readonly Placed[], duration: number | null): string | null => {
    const placed = chapters.map(({ title, time_seconds }) => ({ name: `「${title}」`, time_seconds }));
    for (const { name, time_seconds } of [...placed, { name: "字幕", time_seconds: lastLines.get(id) ?? 0 }]) {
      const beyond = beyondFilm(time_seconds, duration);
      if (beyond !== null) return `${name}の${beyond}`;
    }
    return null;
  };
}

/** @throws 400 when a stored chapter or caption begins after the film's new end */
export async function checkLength(tx: Database, id: number, duration: number | null): Promise<void> {
  const beyond = (await readBeyond(tx, [id]))(id, await listAdminChapters(tx, [id]), duration);
  if (beyond !== null) throw validationError({ duration: [beyond] });
}
