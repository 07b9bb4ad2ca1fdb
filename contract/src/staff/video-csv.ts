import * as z from "zod/mini";
import { ConfirmedQuery, DryRunQuery } from "./chapters.ts";
import { call } from "../route.ts";
import { Instant } from "../text.ts";
import { CSV_MAX_BYTES, SHEET_MAX_BYTES, uploadedFile } from "./upload.ts";

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
  upload: call("Create or update videos from a CSV file", {
    querystring: DryRunQuery,
    body: z.object({ csv_file: uploadedFile("CSVファイルを選択してください。") }),
    response: { 200: VideoCsvAnswer },
    upload: { fileSize: CSV_MAX_BYTES },
  }),
};

/** A row that changes its video. */
export const SheetRow = z.object({
  /** As in a spreadsheet: the header is row 1. */
  row: z.int(),
  id: z.int(),
  title: z.string(),
  /** Excerpts of the cells that differ. */
  fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
});
export type SheetRow = z.infer<typeof SheetRow>;

export const SheetAnswer = z.object({
  message: z.string(),
  change_count: z.int(),
  unchanged_count: z.int(),
  /** Rows of which the video changed since the export: edited ones, and those of `outdated`. They are not applied. */
  conflict_count: z.int(),
  error_count: z.int(),
  /** Sentences about errors and conflicts such as "3行目：…", at most 100. */
  errors: z.array(z.string()),
  /** At most 5,000. */
  rows: z.array(SheetRow),
  /** Rows without an edit whose video differs from the file, because it changed since the export. At most 5,000. */
  outdated: z.array(SheetRow),
  /** Columns that the server does not know. */
  ignored_columns: z.array(z.string()),
  /** Names that the changes create. */
  new_categories: z.array(z.string()),
  new_tags: z.array(z.string()),
  /** A CSV of the rows with errors and conflicts, with the reason in the last column. Null if there are none. */
  bad_rows: z.nullable(z.string()),
});
export type SheetAnswer = z.infer<typeof SheetAnswer>;

/** A cell with names. */
export const joinNames = (names: string[]): string =>
  names.map((name) => name.replaceAll(/[\\|]/g, String.raw`\$&`)).join("|");

export const adminVideoSheet = {
  /** UTF-8 with BOM. */
  download: call("Download all videos with chapters and playlists as a CSV", { response: { 200: z.string() } }),
  /**
   * The file may be compressed with gzip. A repeated upload continues an interrupted one. `take_file`: whatever changed since the
   * export returns to the content of the file. 409 `confirmation_required`: the question says in Japanese what the upload changes.
   */
  upload: call("Change videos by an edited CSV of all videos", {
    querystring: z.extend(ConfirmedQuery, { take_file: z._default(z.stringbool(), false) }),
    body: z.object({ csv_file: uploadedFile("CSVファイルを選択してください。") }),
    response: { 200: SheetAnswer },
    errors: [409],
    upload: { fileSize: SHEET_MAX_BYTES },
  }),
};
