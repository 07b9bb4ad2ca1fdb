import * as z from "zod/mini";
import { acrossFields } from "../across-fields.ts";
import { call } from "../route.ts";
import { edited, SeenRevision } from "../staff/conflict.ts";
import { Instant, text } from "../text.ts";
import { CAPTION_TEXT_MAX, CAPTIONS_MAX_CHARACTERS, CAPTIONS_MAX_LINES, SpokenLine } from "./transcripts.ts";
import { VideoParams } from "./videos.ts";

/** Characters of a pasted or uploaded file, with times and markup. */
export const CAPTIONS_FILE_MAX = 2_000_000;
/** Bytes of a request with captions: three for a Japanese character, and times of every line. */
export const CAPTIONS_MAX_BYTES = 4 * 1024 * 1024;
/** Milliseconds; a hundred hours. */
export const CAPTION_TIME_MAX = 360_000_000;

const TIME_ERROR = "時間が正しくありません。";
const Milliseconds = z
  .int({ error: TIME_ERROR })
  .check(z.minimum(0, { error: TIME_ERROR }), z.maximum(CAPTION_TIME_MAX, { error: TIME_ERROR }));

export const CaptionLine = z
  .object({
    starts_ms: Milliseconds,
    ends_ms: Milliseconds.check(z.meta({ examples: [2_500] })),
    text: text("字幕", { max: CAPTION_TEXT_MAX }),
  })
  .check(
    acrossFields(({ starts_ms, ends_ms }) => !(Number(ends_ms) <= Number(starts_ms)), {
      path: "ends_ms",
      error: "終わりは、始まりより後の時間にしてください。",
    }),
  );

export const charactersOf = (lines: readonly { text: string }[]) =>
  lines.reduce((sum, { text: { length } }) => sum + length, 0);

export const AdminCaptions = z.object({
  /** The video's number. */
  id: z.int(),
  published: z.boolean(),
  /** By their starts. */
  lines: z.array(SpokenLine),
  /** 0: the video has no captions yet. */
  revision: z.int(),
  /** Null: the video has no captions yet. */
  updated_at: z.nullable(Instant),
});
export type AdminCaptions = z.infer<typeof AdminCaptions>;

export const CaptionsBody = z
  .object({
    lines: z.array(CaptionLine, { error: "字幕の行の指定が正しくありません。" }).check(
      z.maxLength(CAPTIONS_MAX_LINES, { error: `字幕は${CAPTIONS_MAX_LINES.toLocaleString("ja")}行までです。` }),
      z.refine((lines) => charactersOf(lines) <= CAPTIONS_MAX_CHARACTERS, {
        error: `字幕は合計${CAPTIONS_MAX_CHARACTERS.toLocaleString("ja")}文字までです。`,
      }),
    ),
    published: z.boolean({ error: "公開の指定が正しくありません。" }),
    revision: SeenRevision,
  })
  .check(
    acrossFields(({ lines, published }) => published !== true || !Array.isArray(lines) || lines.length > 0, {
      path: "published",
      error: "字幕が1行もないため、公開できません。",
    }),
  );
export type CaptionsBody = z.output<typeof CaptionsBody>;

/** The content of a VTT or SRT file. Nothing is saved. */
export const ReadCaptions = z.object({
  lines: z.array(SpokenLine),
  /** Sentences on what was left out or changed. */
  notes: z.array(z.string()),
});
export type ReadCaptions = z.infer<typeof ReadCaptions>;

export const CaptionsFileBody = z.object({
  text: text("字幕", { max: CAPTIONS_FILE_MAX }).check(
    z.meta({ examples: ["WEBVTT\n\n00:01.000 --> 00:03.000\n最初の言葉"] }),
  ),
});

export const adminCaptions = {
  get: call("Get the captions of a video", { params: VideoParams, response: { 200: AdminCaptions } }),
  set: call("Replace the captions of a video", {
    params: VideoParams,
    body: CaptionsBody,
    response: edited(AdminCaptions),
  }),
  /** Problems of the file name its lines, such as "3行目：…". */
  read: call("Read captions from the text of a VTT or SRT file", {
    params: VideoParams,
    body: CaptionsFileBody,
    response: { 200: ReadCaptions },
  }),
};
