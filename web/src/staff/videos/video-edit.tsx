import { staff } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/calls.ts";
import { RecordForm } from "../../forms/record-form.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { ThumbnailEdit } from "./thumbnail-edit.tsx";
import { putIntoLists } from "./use-admin-videos.ts";
import { VideoFields } from "./video-fields.tsx";
import { check, differencesOf, publishedAtOf, valuesOf, type VideoValues } from "./video-form-values.ts";

interface VideoEditProps {
  /** The video as it was when the editing began. */
  video: AdminVideo;
  /** The field that gets the focus. */
  firstField: "title" | "video_id";
  onSaved: (message: string) => void;
  onCancel: () => void;
}

export function VideoEdit({ video: opened, firstField, onSaved, onCancel }: VideoEditProps) {
  const client = useQueryClient();
  const [video, setVideo] = useState(opened);
  const [isUploading, setUploading] = useState(false);
  const [thumbnail, setThumbnail] = useState<string | null>(null);
  const state = useRecordForm<VideoValues, AdminVideo, AdminVideo>({
    record: video,
    valuesOf,
    check,
    save: ({ title, video_id, host, categories, tags, duration, publication, published_at: at }, replaced) => {
      const published_at = publishedAtOf({ publication, published_at: at }, replaced);
      return call(staff.adminVideos.update, {
        params: { id: String(video.id) },
        body: {
          ...{ title, video_id, host, categories, tags, revision: replaced?.revision },
          ...(published_at !== undefined && { published_at }),
          ...(duration !== null && { duration }),
          ...(thumbnail !== null && { thumbnail }),
        },
      });
    },
    onSaved: (saved) => {
      putIntoLists(client, saved);
      onSaved(`「${saved.title}」を更新しました。`);
    },
    onConflict: (current) => {
      putIntoLists(client, current);
      setVideo(current);
    },
    failed: "動画の更新に失敗しました。",
    part: "row",
    hasOtherWork: isUploading || thumbnail !== null,
    firstField,
    takesFocus: true,
  });
  return (
    <RecordForm
      state={state}
      label={`「${opened.title}」を編集`}
      submitLabel="保存"
      onCancel={onCancel}
      isDisabled={isUploading}
      fieldsOf={(theirs) => differencesOf(state.values, theirs)}
    >
      <VideoFields state={state} onUploading={setUploading} />
      <ThumbnailEdit
        video={video}
        onChanged={setVideo}
        address={thumbnail}
        onAddress={setThumbnail}
        addressError={state.errorOf("thumbnail")}
      />
      {isUploading && <p role="status">動画のアップロードが終わると保存できます。</p>}
    </RecordForm>
  );
}
