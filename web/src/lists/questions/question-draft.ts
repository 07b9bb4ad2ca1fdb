import { recoverText } from "../../forms/recoverable-text.ts";

/** Names the text that a member types: a new question about a video, or the correction of the question with this number. */
export const draftName = (videoId: number, corrected: number | null): string =>
  corrected === null ? `question ${videoId}` : `corrected ${corrected}`;

/** Whether there is such a text that was neither sent nor given up. */
export const hasDraft = (videoId: number, corrected: number | null): boolean =>
  recoverText(draftName(videoId, corrected)) !== null;
