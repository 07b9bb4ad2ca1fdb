import * as z from "zod/mini";
import { acrossFields } from "../across-fields.ts";
import { VideoParams } from "../catalogue/videos.ts";
import { paged, Page } from "../paging.ts";
import { call } from "../route.ts";
import { SEARCH_MAX } from "../rules/search-text.ts";
import { NOTE_TEXT_MAX } from "./note-limits.ts";
import { conflictWith, SeenRevision } from "../staff/conflict.ts";
import { day, Instant, text } from "../text.ts";

const NOTE_LINK_MAX = 2000;
/** Seconds; ten days, longer than any video. */
const SECOND_MAX = 864_000;

/** The browser makes the id, so that a repeated request stores nothing twice. */
const NoteId = z.uuid({ error: "メモの番号が正しくありません。" });

/** `note`: a thought at a second. `practice`: what the member tried after a chapter (やってみた記録). */
export const NOTE_KINDS = ["note", "practice"] as const;

/** A place in a video. */
export const Second = z
  .int({ error: "秒数が正しくありません。" })
  .check(
    z.minimum(0, { error: "秒数が正しくありません。" }),
    z.maximum(SECOND_MAX, { error: "秒数が正しくありません。" }),
  );

const NoteFields = z.object({
  kind: z.enum(NOTE_KINDS, { error: "メモの種類が正しくありません。" }),
  second: Second,
  text: text("メモ", { max: NOTE_TEXT_MAX }),
  /** The work that came out of a practice. */
  link: z.nullable(
    z.pipe(
      text("リンク", { max: NOTE_LINK_MAX }).check(z.meta({ examples: ["https://example.com/works/1"] })),
      z.url({ protocol: /^https?$/, error: "リンクは、https://で始まるURLを入力してください。" }),
    ),
  ),
  /** The day of a practice in Japan. */
  done_on: z.nullable(day("日付が正しくありません。")),
});

export const Note = z.extend(NoteFields, {
  id: z.uuid(),
  /** Null: the video was removed. */
  video_id: z.nullable(z.int()),
  video_title: z.string(),
  revision: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type Note = z.output<typeof Note>;

const NoteBody = z
  .extend(NoteFields, {
    /** Null: the video of the edited note was removed. */
    video_id: z.nullable(
      z
        .int({ error: "動画の番号が正しくありません。" })
        .check(z.minimum(1, { error: "動画の番号が正しくありません。" }), z.maximum(2_147_483_647)),
    ),
    /** Of the note that the member edited; 0: a new note. */
    revision: SeenRevision,
  })
  .check(
    acrossFields(({ kind, done_on }) => kind !== "practice" || done_on !== null, {
      path: "done_on",
      error: "日付を入力してください。",
    }),
  );
export type NoteBody = z.input<typeof NoteBody>;

const NoteParams = z.object({ id: NoteId });

const NotesQuery = z.object({
  page: Page,
  /** Words in the note or in the video's title. */
  q: z._default(text("検索キーワード", { min: 0, max: SEARCH_MAX }), ""),
});

export const notes = {
  list: call("List the member's notes, the newest first", {
    querystring: NotesQuery,
    response: { 200: paged(Note) },
    errors: [429],
  }),
  ofVideo: call("List the member's notes of a video, by their seconds", {
    params: VideoParams,
    response: { 200: z.object({ results: z.array(Note) }) },
  }),
  write: call("Create or change a note", {
    params: NoteParams,
    body: NoteBody,
    response: { 200: Note, 409: conflictWith(Note) },
  }),
  remove: call("Delete a note", { params: NoteParams, response: { 200: z.object({ deleted: z.boolean() }) } }),
  /** Markdown, with links to the seconds. */
  export: call("Read all notes as Markdown", { response: { 200: z.object({ markdown: z.string() }) }, errors: [429] }),
};
