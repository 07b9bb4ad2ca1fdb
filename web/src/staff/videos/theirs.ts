import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { formatMinute } from "../../ui/date.ts";
import { HOST_NAMES, STATUS_NAMES, valuesOf, type VideoValues } from "./video-form-values.ts";

/** What somebody else saved where it differs from what is typed, by the names of the fields. */
export function theirsOf(typed: VideoValues, theirs: AdminVideo): { label: string; value: string }[] {
  const saved = valuesOf(theirs);
  const names = (list: { name: string }[]) => list.map(({ name }) => name).join("、");
  const shown = {
    title: { label: "タイトル", value: theirs.title },
    video_id: { label: "動画ID", value: theirs.video_id },
    host: { label: "配信元", value: HOST_NAMES[theirs.host] },
    publication: { label: "公開", value: STATUS_NAMES[theirs.status] },
    publishedAt: {
      label: "公開日時",
      value: theirs.published_at === null ? "" : (formatMinute(theirs.published_at) ?? ""),
    },
    categories: { label: "カテゴリー", value: names(theirs.categories) },
    tags: { label: "タグ", value: names(theirs.tags) },
  };
  return (Object.keys(shown) as (keyof typeof shown)[])
    .filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(saved[name]))
    .map((name) => shown[name]);
}
