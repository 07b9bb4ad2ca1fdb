import * as z from "zod/mini";
import { deleted, edited, Revision } from "./conflict.ts";
import { call } from "../route.ts";
import { RowId, text } from "../text.ts";
import { CSV_MAX_BYTES, uploadedFile } from "./upload.ts";
import { Chapter, VideoParams } from "../catalogue/videos.ts";

export const CHAPTER_DESCRIPTION_MAX = 2_000;

export const AdminChapter = z.extend(Chapter, { revision: z.int() });
export type AdminChapter = z.infer<typeof AdminChapter>;

const SECONDS = "時間が正しくありません。";

/** CSVs and pasted descriptions may contain hours, which exceed the form's MM:SS. */
const TimeSeconds = z
  .int({ error: SECONDS })
  .check(z.minimum(0, { error: SECONDS }), z.maximum(360_000, { error: SECONDS }));

export const ChapterTitle = text("チャプタータイトル", { max: 200 });
export const ChapterDescription = text("説明", { min: 0, max: CHAPTER_DESCRIPTION_MAX });

export const ChapterDraft = z.object({
  title: ChapterTitle,
  description: z._default(ChapterDescription, ""),
  time_seconds: TimeSeconds,
});
export type ChapterDraft = z.output<typeof ChapterDraft>;

/** The form requires a description. CSVs and pasted texts may omit it. */
export const NewChapterBody = z.extend(ChapterDraft, { description: text("説明", { max: CHAPTER_DESCRIPTION_MAX }) });

/** The server rejects an empty description if the chapter has one. */
export const ChapterBody = z.extend(ChapterDraft, { description: ChapterDescription, revision: Revision });

const ChapterParams = z.extend(VideoParams, { chapter_id: RowId });

export const ChapterCsvAnswer = z.object({
  message: z.string(),
  created_count: z.int(),
  /** Sentences such as "3行目：…". */
  errors: z.array(z.string()),
  /** All invalid rows. `errors` may list fewer. */
  error_count: z.int(),
  /** The created chapters. In a dry run they would be created. */
  rows: z.array(z.object({ title: z.string(), description: z.string(), time_formatted: z.string() })),
  /** A CSV of only the invalid rows with the reason in the last column. Null if there are none. */
  bad_rows: z.nullable(z.string()),
});
export type ChapterCsvAnswer = z.infer<typeof ChapterCsvAnswer>;

/** A dry run returns the same response and changes nothing. */
export const DryRunQuery = z.object({ dry_run: z._default(z.stringbool(), false) });

/** `confirmed`: a person has answered the question of a 409 `confirmation_required`. */
export const ConfirmedQuery = z.extend(DryRunQuery, { confirmed: z._default(z.stringbool(), false) });

export const adminChapters = {
  list: call("List the chapters of a video", { params: VideoParams, response: { 200: z.array(AdminChapter) } }),
  create: call("Create a chapter", { params: VideoParams, body: NewChapterBody, response: { 201: AdminChapter } }),
  /** Creates all chapters in one transaction and skips existing ones with the same time and title. */
  createAll: call("Create several chapters at once", {
    params: VideoParams,
    body: z.object({
      chapters: z
        .array(ChapterDraft, { error: "チャプターの指定が正しくありません。" })
        .check(z.minLength(1, { error: "チャプターを1件以上選択してください。" }), z.maxLength(500)),
    }),
    response: { 200: z.object({ message: z.string(), created_count: z.int() }) },
  }),
  update: call("Update a chapter", { params: ChapterParams, body: ChapterBody, response: edited(AdminChapter) }),
  remove: call("Delete a chapter", { params: ChapterParams, ...deleted(AdminChapter) }),
  uploadCsv: call("Create chapters from a CSV file", {
    params: VideoParams,
    querystring: DryRunQuery,
    body: z.object({ file: uploadedFile("動画とCSVファイルを選択してください。") }),
    response: { 200: ChapterCsvAnswer },
    upload: { fileSize: CSV_MAX_BYTES },
  }),
};
