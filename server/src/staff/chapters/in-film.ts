import { beyondFilm } from "@manabiya/contract/rules/clock-time.ts";
import type { ChapterDraft } from "@manabiya/contract/staff/chapters.ts";
import { validationError } from "../../errors/app-error.ts";

type Placed = Pick<ChapterDraft, "title" | "time_seconds">;

/** @throws 400 when a chapter begins where the film has ended */
export function checkInFilm(chapters: readonly Placed[], duration: number | null): void {
  const sentences = chapters.flatMap(({ title, time_seconds }) => {
    const beyond = beyondFilm(time_seconds, duration);
    return beyond === null ? [] : [chapters.length > 1 ? `「${title}」の${beyond}` : beyond];
  });
  if (sentences.length > 0) throw validationError({ time_seconds: sentences });
}
