import * as z from "zod/mini";
import { DryRunQuery } from "./chapters.ts";
import { call } from "../route.ts";
import { Instant } from "../text.ts";
import { CSV_MAX_BYTES, uploadedFile } from "./upload.ts";

export const VideoCsvAnswer = z.object({
  message: z.string(),
  /** Null if every row is valid. */
  error: z.nullable(z.string()),
  /** Sentences such as "3行目：…", at most 100. */
  errors: z.array(z.string()),
  success_count: z.int(),
  error_count: z.int(),
  /** The first created videos. In a dry run they would be created. */
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
  /** Created names. */
  new_categories: z.array(z.string()),
  new_tags: z.array(z.string()),
  /** A CSV of only the invalid rows with the reason in the last column. Null if there are none. */
  bad_rows: z.nullable(z.string()),
});
export type VideoCsvAnswer = z.infer<typeof VideoCsvAnswer>;

export const adminVideoCsv = {
  /** UTF-8 with BOM. */
  template: call("Download the CSV template for videos", { response: { 200: z.string() } }),
  upload: call(
    "Create or update videos from a CSV file",
    {
      querystring: DryRunQuery,
      body: z.object({ csv_file: uploadedFile("CSVファイルを選択してください。") }),
      response: { 200: VideoCsvAnswer },
    },
    { upload: { fileSize: CSV_MAX_BYTES } },
  ),
};
