/** Bytes of a whole video file. */
export const VIDEO_FILE_MAX_BYTES = 4 * 1024 * 1024 * 1024;
