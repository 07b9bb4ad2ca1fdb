/** Characters. */
export const NOTE_TEXT_MAX = 2000;
