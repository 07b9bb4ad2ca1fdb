import { FINISHED_PERCENT } from "@manabiya/contract/lists/finished-part.ts";

/** SQL: whether playback got that far. Both in seconds. */
export const reachesEnd = (position: string, duration: string) =>
  `${position}::bigint * 100 >= ${duration}::bigint * ${FINISHED_PERCENT}`;

/** The same for numbers. */
export const isNearEnd = ({ position, duration }: { position: number; duration: number }) =>
  position * 100 >= duration * FINISHED_PERCENT;

/** SQL: whether a row of watch_history stands for a finished video. Rows of earlier releases hold the last position alone. */
export const isFinished = (row: string) =>
  `(${row}.finished_at is not null or ${reachesEnd(`${row}.position`, `${row}.duration`)})`;

/**
 * SQL: whether a lesson is finished for a member. Their mark wins over what they watched.
 * @param history a row of watch_history, or nulls @param mark a row of lesson_marks, or nulls
 */
export const isLessonFinished = (history: string, mark: string) =>
  `coalesce(${mark}.is_finished, ${isFinished(history)}, false)`;

/** SQL: both rows of the member's, for `videos v`. `user` is the parameter with their id, such as "$1". */
export const joinLesson = (user: string) => `
  left join watch_history h on h.user_id = ${user} and h.video_id = v.id
  left join lesson_marks m on m.user_id = ${user} and m.video_id = v.id`;
