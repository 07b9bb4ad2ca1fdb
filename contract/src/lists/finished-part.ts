/** Percent of a video from which it counts as watched. */
export const FINISHED_PERCENT = 90;
