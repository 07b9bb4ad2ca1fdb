import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { fromLocal, toLocal } from "../table/japan-time.ts";

/** What the forms of a video hold. */
export interface VideoValues {
  title: string;
  video_id: string;
  host: VideoHost;
  publication: "published" | "scheduled" | "draft";
  /** As a `datetime-local` control has it, by the clock of Japan. */
  publishedAt: string;
  categories: number[];
  tags: number[];
  /** Seconds of a file that was just uploaded; null leaves it as it is. */
  duration: number | null;
}

export const EMPTY: VideoValues = {
  title: "",
  video_id: "",
  host: "youtube",
  publication: "published",
  publishedAt: "",
  categories: [],
  tags: [],
  duration: null,
};

export function valuesOf(video: AdminVideo): VideoValues {
  return {
    title: video.title,
    video_id: video.video_id,
    host: video.host,
    publication: video.status === "trashed" ? "draft" : video.status,
    publishedAt: video.published_at === null ? "" : toLocal(video.published_at),
    categories: video.categories.map(({ id }) => id),
    tags: video.tags.map(({ id }) => id),
    duration: null,
  };
}

export type ValueErrors = Partial<Record<keyof VideoValues, string>>;

/** What can be told before the server is asked. */
export function errorsOf({ title, video_id, host, publication, publishedAt }: VideoValues): ValueErrors {
  return {
    ...(title.trim() === "" && { title: "タイトルを入力してください。" }),
    ...(video_id.trim() === "" && {
      video_id: host === "file" ? "動画ファイルをアップロードしてください。" : "動画IDを入力してください。",
    }),
    ...(publication === "scheduled" &&
      fromLocal(publishedAt) === null && { publishedAt: "公開日時を入力してください。" }),
  };
}

/**
 * What the server is told about publication: undefined leaves it as it is.
 * @param before how it was; null for a new video
 */
export function publishedAtOf(
  { publication, publishedAt }: VideoValues,
  before: Pick<AdminVideo, "status" | "published_at"> | null,
): string | null | undefined {
  if (publication === "draft") return null;
  if (publication === "scheduled") {
    // The control knows no seconds: what it shows would be another time, maybe one that is over.
    const shown = before?.published_at ? toLocal(before.published_at) : "";
    return publishedAt === shown ? undefined : fromLocal(publishedAt);
  }
  return before?.status === "published" ? undefined : "now";
}

export const HOST_NAMES: Record<VideoHost, string> = {
  youtube: "YouTube",
  vimeo: "Vimeo",
  file: "動画ファイル",
};

export const STATUS_NAMES = {
  published: "公開中",
  scheduled: "予約公開",
  draft: "下書き",
  trashed: "ゴミ箱",
} as const;
