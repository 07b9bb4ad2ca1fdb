import { type AdminVideo, FILE_MISSING, NewVideoBody } from "@manabiya/contract/staff/videos.ts";
import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { messagesOf, type useRecordForm } from "../../forms/use-record-form.ts";
import { formatMinute } from "../../ui/date.ts";
import type { Draft } from "../chapters/chapter-drafts.tsx";
import { fromLocal, toLocal } from "../table/japan-time.ts";

export interface VideoValues {
  title: string;
  video_id: string;
  host: VideoHost;
  publication: "published" | "scheduled" | "draft";
  /** Japan time, as a `datetime-local` control holds it. */
  published_at: string;
  categories: number[];
  tags: number[];
  takes_questions: boolean;
  /** Seconds, for a file that was just uploaded. Null leaves the stored value unchanged. */
  duration: number | null;
  /** Only the form of a new video asks for these three. Stored videos have other screens for them. */
  description: string;
  chapters: Draft[];
  thumbnail: File | null;
}

export type VideoFormState = ReturnType<typeof useRecordForm<VideoValues, AdminVideo, AdminVideo>>;

const NEW_VIDEO: VideoValues = {
  title: "",
  video_id: "",
  host: "youtube",
  publication: "published",
  published_at: "",
  categories: [],
  tags: [],
  takes_questions: true,
  duration: null,
  description: "",
  chapters: [],
  thumbnail: null,
};

export function valuesOf(video: AdminVideo | null): VideoValues {
  if (video === null) return NEW_VIDEO;
  return {
    ...NEW_VIDEO,
    title: video.title,
    video_id: video.video_id,
    host: video.host,
    publication: video.status === "trashed" ? "draft" : video.status,
    published_at: video.published_at === null ? "" : toLocal(video.published_at),
    categories: video.categories.map(({ id }) => id),
    tags: video.tags.map(({ id }) => id),
    takes_questions: video.takes_questions,
  };
}

/** @returns the fields that another editor saved with other values than the typed ones */
export function differencesOf(typed: VideoValues, theirs: AdminVideo): { label: string; value: string }[] {
  const saved = valuesOf(theirs);
  const names = (list: { name: string }[]) => list.map(({ name }) => name).join("、");
  const shown = {
    title: { label: "タイトル", value: theirs.title },
    video_id: { label: "動画ID", value: theirs.video_id },
    host: { label: "配信元", value: HOST_NAMES[theirs.host] },
    publication: { label: "公開", value: STATUS_NAMES[theirs.status] },
    published_at: {
      label: "公開日時",
      value: theirs.published_at === null ? "" : (formatMinute(theirs.published_at) ?? ""),
    },
    categories: { label: "カテゴリー", value: names(theirs.categories) },
    tags: { label: "タグ", value: names(theirs.tags) },
    takes_questions: { label: "質問", value: theirs.takes_questions ? "受け付ける" : "受け付けない" },
  };
  return (Object.keys(shown) as (keyof typeof shown)[])
    .filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(saved[name]))
    .map((name) => shown[name]);
}

export function check({ title, video_id, host, publication, published_at }: VideoValues) {
  return {
    ...messagesOf(NewVideoBody.safeParse({ title, video_id })),
    ...(host === "file" && video_id.trim() === "" && { video_id: FILE_MISSING }),
    ...(publication === "scheduled" &&
      fromLocal(published_at) === null && { published_at: "公開日時を入力してください。" }),
  };
}

/**
 * @param before null for a new video
 * @returns the body's `published_at`; undefined leaves the publication unchanged
 */
export function publishedAtOf(
  { publication, published_at }: Pick<VideoValues, "publication" | "published_at">,
  before: Pick<AdminVideo, "status" | "published_at"> | null,
): string | null | undefined {
  if (publication === "draft") return null;
  if (publication === "scheduled") {
    // The control has no seconds, so sending its value back would change the time, perhaps to a past one.
    const shown = before?.published_at ? toLocal(before.published_at) : "";
    return published_at === shown ? undefined : fromLocal(published_at);
  }
  return before?.status === "published" ? undefined : "now";
}

export const HOST_NAMES: Record<VideoHost, string> = {
  youtube: "YouTube",
  vimeo: "Vimeo",
  file: "動画ファイル",
  hls: "クラウド配信（HLS）",
};

export const STATUS_NAMES = { published: "公開中", scheduled: "公開予約", draft: "下書き", trashed: "ゴミ箱" } as const;
