/** Part of a video from which it counts as watched. */
const FINISHED_PERCENT = 90;

/** SQL: whether playback got that far. Both in seconds. */
export const reachesEnd = (position: string, duration: string) =>
  `${position}::bigint * 100 >= ${duration}::bigint * ${FINISHED_PERCENT}`;

/** SQL: whether a row of watch_history stands for a finished video. Rows of earlier releases hold the last position alone. */
export const isFinished = (row: string) =>
  `(${row}.finished_at is not null or ${reachesEnd(`${row}.position`, `${row}.duration`)})`;
