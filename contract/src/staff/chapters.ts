import * as z from "zod/mini";
import { conflictWith, Revision, RevisionQuery } from "./conflict.ts";
import { route } from "../route.ts";
import { Message, RowId, text } from "../text.ts";
import { CSV_MAX_BYTES, uploadedFile } from "./upload.ts";
import { Chapter, VideoParams } from "../catalogue/videos.ts";

export const CHAPTER_DESCRIPTION_MAX = 2_000;

export const AdminChapter = z.extend(Chapter, { revision: z.int() });
export type AdminChapter = z.infer<typeof AdminChapter>;

const SECONDS = "時間が正しくありません。";

/** CSVs and pasted descriptions may name hours, so a chapter can lie beyond what the form's MM:SS can say. */
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

/** As the form asks for it; files and pasted texts may leave the description out. */
export const NewChapterBody = z.extend(ChapterDraft, {
  description: text("説明", { max: CHAPTER_DESCRIPTION_MAX }),
});

/** Without a description only as long as the chapter has none, as those of files and pasted texts may: the server looks. */
export const ChapterBody = z.extend(ChapterDraft, { description: ChapterDescription, revision: Revision });

const ChapterParams = z.extend(VideoParams, { chapter_id: RowId });

export const ChapterCsvAnswer = z.object({
  message: z.string(),
  created_count: z.int(),
  /** Sentences such as "3行目: …". */
  errors: z.array(z.string()),
  /** How many rows are wrong; more than `errors` lists when they are many. */
  error_count: z.int(),
  /** What is, or in a dry run would be, created. */
  rows: z.array(z.object({ title: z.string(), description: z.string(), time_formatted: z.string() })),
  /** A CSV of the wrong rows alone, with the reason in a last column; null when there are none. */
  bad_rows: z.nullable(z.string()),
});
export type ChapterCsvAnswer = z.infer<typeof ChapterCsvAnswer>;

/** A dry run answers the same and changes nothing. */
export const DryRunQuery = z.object({ dry_run: z._default(z.stringbool(), false) });

export const adminChapters = {
  list: route({
    method: "GET",
    url: "/api/admin/videos/:id/chapters-info/",
    config: { access: "staff", summary: "List the chapters of a video" },
    schema: { params: VideoParams, response: { 200: z.array(AdminChapter) } },
  }),
  create: route({
    method: "POST",
    url: "/api/admin/videos/:id/chapters/",
    config: { access: "staff", summary: "Create a chapter" },
    schema: { params: VideoParams, body: NewChapterBody, response: { 201: AdminChapter } },
  }),
  /** Several at once, or none; those that are there already, by time and title, are left as they are. */
  createAll: route({
    method: "POST",
    url: "/api/admin/videos/:id/chapters/bulk/",
    config: { access: "staff", summary: "Create several chapters at once" },
    schema: {
      params: VideoParams,
      body: z.object({
        chapters: z
          .array(ChapterDraft, { error: "チャプターの指定が正しくありません。" })
          .check(z.minLength(1, { error: "チャプターを1件以上選択してください。" }), z.maxLength(500)),
      }),
      response: { 200: z.object({ message: z.string(), created_count: z.int() }) },
    },
  }),
  update: route({
    method: "PUT",
    url: "/api/admin/videos/:id/chapters/:chapter_id/",
    config: { access: "staff", summary: "Update a chapter" },
    schema: {
      params: ChapterParams,
      body: ChapterBody,
      response: { 200: AdminChapter, 409: conflictWith(AdminChapter) },
    },
  }),
  remove: route({
    method: "DELETE",
    url: "/api/admin/videos/:id/chapters/:chapter_id/",
    config: { access: "staff", summary: "Delete a chapter" },
    schema: {
      params: ChapterParams,
      querystring: RevisionQuery,
      response: { 200: Message, 409: conflictWith(AdminChapter) },
    },
  }),
  uploadCsv: route({
    method: "POST",
    url: "/api/admin/videos/:id/chapters/upload-csv/",
    config: {
      access: "staff",
      summary: "Create chapters from a CSV file",
      upload: { fileSize: CSV_MAX_BYTES },
    },
    schema: {
      params: VideoParams,
      querystring: DryRunQuery,
      body: z.object({ file: uploadedFile("動画とCSVファイルを選択してください。") }),
      response: { 200: ChapterCsvAnswer },
    },
  }),
};
