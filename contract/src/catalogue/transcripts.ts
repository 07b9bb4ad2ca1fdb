import * as z from "zod/mini";
import { call } from "../route.ts";
import { VideoParams } from "./videos.ts";

export const CAPTIONS_MAX_LINES = 5_000;
/** Characters of a line of captions. */
export const CAPTION_TEXT_MAX = 500;
/** Characters of all lines: about eight hours of speech. Each of them costs the search index time. */
export const CAPTIONS_MAX_CHARACTERS = 200_000;

/** A line of captions: what is said from one instant to another. */
export const SpokenLine = z.object({
  /** Milliseconds into the video. */
  starts_ms: z.int(),
  ends_ms: z.int(),
  /** Plain text, which may have line breaks. */
  text: z.string(),
});
export type SpokenLine = z.infer<typeof SpokenLine>;

/** The lines by their starts; none without published captions. */
const Transcript = z.object({ lines: z.array(SpokenLine) });

export const transcript = {
  ofVideo: call("Get the spoken words of a video", { params: VideoParams, response: { 200: Transcript } }),
  /** By our own number only. A video that is not open gets the answer of an unknown one. */
  ofOpenLesson: call("Get the spoken words of a video that everybody may watch", {
    params: VideoParams,
    response: { 200: Transcript },
    errors: [429],
  }),
};
