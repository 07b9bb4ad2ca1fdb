/** Days during which a deleted video can be restored. */
export const TRASH_DAYS = 30;

/** Bytes of a whole video file. */
export const VIDEO_FILE_MAX_BYTES = 4 * 1024 * 1024 * 1024;
