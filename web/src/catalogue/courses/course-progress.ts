import { resumeAt } from "@manabiya/contract/rules/resume.ts";
import type { Lesson } from "../playlists/playlist-detail.ts";
import { spokenDuration } from "../videos/duration.ts";

export interface CourseProgress {
  finished: number;
  count: number;
  /** The index of the lesson to go on with; -1: all are finished. */
  next: number;
  /** Such as "残り1時間20分"; null when all is finished, or nothing is known. */
  timeLeft: string | null;
}

/** @returns null for an empty playlist */
export function progressOf(lessons: readonly Lesson[]): CourseProgress | null {
  if (lessons.length === 0) return null;
  const open = lessons.filter(({ is_finished }) => !is_finished);
  return {
    finished: lessons.length - open.length,
    count: lessons.length,
    next: nextLesson(lessons),
    timeLeft: timeLeft(open),
  };
}

/** The lesson that was watched last; if it is finished the first open one after it, or before it. */
function nextLesson(lessons: readonly Lesson[]): number {
  const times = lessons.map(({ watched_at }) => (watched_at ? Date.parse(watched_at) : -Infinity));
  const latest = Math.max(...times);
  const from = latest === -Infinity ? 0 : times.indexOf(latest);
  const after = lessons.findIndex(({ is_finished }, index) => index >= from && !is_finished);
  return after >= 0 ? after : lessons.findIndex(({ is_finished }) => !is_finished);
}

/** Of the open lessons, from where the member stopped. */
function timeLeft(open: readonly Lesson[]): string | null {
  const known = open.filter(({ video }) => video.duration !== null);
  if (known.length === 0) return null;
  const seconds = known.reduce(
    (sum, { video: { duration, position } }) => sum + (duration ?? 0) - resumeAt(position, duration),
    0,
  );
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return `残り${spokenDuration(minutes * 60)}${known.length < open.length ? "以上" : ""}`;
}
