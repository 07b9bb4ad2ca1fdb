/** Characters. */
export const NOTE_TEXT_MAX = 2000;
export const QUESTION_TEXT_MAX = 2000;
export const ANSWER_TEXT_MAX = 4000;
export const NICKNAME_MAX = 30;
export const REPORT_REASON_MAX = 500;
export const CERTIFICATE_NAME_MAX = 50;
/** Pictures of one member, which the export holds. */
export const QUESTION_PICTURES_MAX = 50;
