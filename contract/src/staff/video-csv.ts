import * as z from "zod/mini";
import { DryRunQuery } from "./chapters.ts";
import { route } from "../route.ts";
import { Instant } from "../text.ts";
import { CSV_MAX_BYTES, uploadedFile } from "./upload.ts";

export const VideoCsvAnswer = z.object({
  message: z.string(),
  /** Null when every row is good. */
  error: z.nullable(z.string()),
  /** Sentences such as "3行目: …", at most 100. */
  errors: z.array(z.string()),
  success_count: z.int(),
  error_count: z.int(),
  /** The first of what is, or in a dry run would be, created. */
  rows: z.array(
    z.object({
      title: z.string(),
      video_id: z.string(),
      host: z.string(),
      categories: z.array(z.string()),
      tags: z.array(z.string()),
      published_at: z.nullable(Instant),
    }),
  ),
  /** Names that did not exist before. */
  new_categories: z.array(z.string()),
  new_tags: z.array(z.string()),
  /** A CSV of the wrong rows alone, with the reason in a last column; null when there are none. */
  bad_rows: z.nullable(z.string()),
});
export type VideoCsvAnswer = z.infer<typeof VideoCsvAnswer>;

export const adminVideoCsv = {
  /** A CSV to fill in: UTF-8 with BOM. */
  template: route({
    method: "GET",
    url: "/api/admin/videos/template/",
    config: { access: "staff", summary: "Download the CSV template for videos" },
    schema: { response: { 200: z.string() } },
  }),
  upload: route({
    method: "POST",
    url: "/api/admin/videos/upload/",
    config: {
      access: "staff",
      summary: "Create or update videos from a CSV file",
      upload: { fileSize: CSV_MAX_BYTES },
    },
    schema: {
      querystring: DryRunQuery,
      body: z.object({ csv_file: uploadedFile("CSVファイルを選択してください。") }),
      response: { 200: VideoCsvAnswer },
    },
  }),
};
