import { nfkc } from "@manabiya/contract/nfkc.ts";
import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { VideoDescription, VideoTitle } from "@manabiya/contract/staff/videos.ts";
import { isVimeoId, parseHostVideo, whyNoVideo } from "@manabiya/contract/rules/host-video.ts";
import { name, normalizeName } from "@manabiya/contract/text.ts";
import * as z from "zod/mini";
import { readInstant } from "../../csv/instant.ts";
import type { CsvRow } from "../../csv/read.ts";

export const VIDEO_COLUMNS = {
  required: ["title", "video_id"],
  optional: ["description", "categories", "tags", "published_at"],
};

const DRAFT = /^(下書き|draft)$/i;

const NAMES_MAX = 20;

const names = (label: string) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((cell: string) => [...new Set(cell.split(/[|｜]/).map(normalizeName))].filter(Boolean)),
    ),
    z
      .array(name(label, { max: 50 }))
      .check(z.maxLength(NAMES_MAX, { error: `${label}は${NAMES_MAX}件までにしてください。` })),
  );

const Row = z.object({
  title: VideoTitle,
  description: VideoDescription,
  categories: names("カテゴリー"),
  tags: names("タグ"),
});

/** The video that a row of a CSV creates. */
export type VideoDraft = z.infer<typeof Row> & {
  host: Exclude<VideoHost, "file">;
  video_id: string;
  host_hash: string | null;
  /** Null: a draft. */
  published_at: string | null;
};

/** @param now ISO 8601. @returns the video, or error messages */
export function readVideoRow({ cells }: CsvRow, now: string): VideoDraft | string[] {
  const errors: string[] = [];
  const cell = (column: string) => cells[column] ?? "";
  const result = z.safeParse(Row, {
    title: cell("title"),
    description: cell("description"),
    categories: cell("categories"),
    tags: cell("tags"),
  });
  if (!result.success) errors.push(...result.error.issues.map(({ message }) => message));
  const hostVideo = readHostVideo(cell("video_id"));
  if (hostVideo === null) {
    errors.push(cell("video_id") === "" ? "動画IDを入力してください。" : whyNoVideo(cell("video_id")));
  }
  const published_at = parsePublication(cell("published_at"), now);
  if (published_at === undefined) {
    errors.push("公開日時は「2026-01-31 18:00」または「下書き」と入力してください。");
  }
  if (!result.success || hostVideo === null || published_at === undefined) return errors;
  return { ...result.data, ...hostVideo, published_at };
}

/** Files are uploaded one by one, so a row names none. */
function readHostVideo(cell: string): Pick<VideoDraft, "host" | "video_id" | "host_hash"> | null {
  const found = parseHostVideo(cell);
  if (found === null || found.host === "file") return null;
  return { ...found, host: found.host ?? (isVimeoId(found.video_id) ? "vimeo" : "youtube") };
}

/**
 * Reads a publication time in Japan's time zone.
 * @param now ISO 8601, which an empty cell means
 * @returns ISO 8601, null for a draft, undefined for an invalid time
 */
export function parsePublication(text: string, now: string): string | null | undefined {
  const given = nfkc(text).trim();
  if (given === "") return now;
  if (DRAFT.test(given)) return null;
  return readInstant(given) ?? undefined;
}
