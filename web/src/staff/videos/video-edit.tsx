import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/calls.ts";
import { Choice } from "../../forms/choice.tsx";
import { recoverText, useRecoverableText } from "../../forms/recoverable-text.ts";
import { RecordForm } from "../../forms/record-form.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { ThumbnailEdit } from "./thumbnail-edit.tsx";
import { newestOf, putVideo, useNewest } from "./use-admin-videos.ts";
import { VideoFields } from "./video-fields.tsx";
import { check, differencesOf, publishedAtOf, valuesOf, type VideoValues } from "./video-form-values.ts";

interface VideoEditProps {
  /** The video as it was when the editing began, or as it is now. */
  video: AdminVideo;
  /** The field that gets the focus. Default: the title. */
  firstField?: "title" | "video_id";
  onSaved?: (message: string, video: AdminVideo) => void;
  /** Absent: the form does not replace a row, and stays after a save. */
  onCancel?: () => void;
}

const updated = ({ title }: AdminVideo) => `「${title}」を更新しました。`;
const thumbnailRecoveryName = ({ id }: AdminVideo) => `video ${id} thumbnail`;

export function VideoEdit({ video: opened, firstField = "title", onSaved, onCancel }: VideoEditProps) {
  const client = useQueryClient();
  const video = useNewest(opened);
  const [isUploading, setUploading] = useState(false);
  const [isSendingPicture, setSendingPicture] = useState(false);
  const [thumbnail, setThumbnail] = useState<string | null>(
    () => (recoverText(thumbnailRecoveryName(opened)) as { thumbnail: string } | null)?.thumbnail ?? null,
  );
  useRecoverableText(thumbnailRecoveryName(opened), thumbnail === null ? null : { thumbnail });
  const state = useRecordForm<VideoValues, AdminVideo, AdminVideo>({
    record: video,
    valuesOf,
    check,
    save: ({ title, video_id, host, categories, tags, takes_questions, duration, publication, ...time }, replaced) => {
      const published_at = publishedAtOf({ publication, published_at: time.published_at }, replaced);
      return call(contract.adminVideos.update, {
        params: { id: String(video.id) },
        body: {
          ...{ title, video_id, host, categories, tags, takes_questions, revision: replaced?.revision },
          ...(published_at !== undefined && { published_at }),
          ...(duration !== null && { duration }),
          ...(thumbnail !== null && { thumbnail }),
        },
      });
    },
    onSaved: (saved) => {
      putVideo(client, saved);
      setThumbnail(null);
      onSaved?.(updated(saved), saved);
    },
    onConflict: (current) => putVideo(client, current),
    failed: "動画の更新に失敗しました。",
    part: onCancel ? "row" : "video",
    recoverAs: `video ${video.id}`,
    changesOf: (typed) =>
      [
        ...differencesOf(typed, video).map(({ label }) => label),
        ...(isUploading || isSendingPicture ? ["送信中のファイル"] : []),
        ...(thumbnail === null ? [] : ["サムネイルのURL"]),
      ].join("、"),
    hasOtherWork: isUploading || isSendingPicture || thumbnail !== null,
    discardOtherWork: () => setThumbnail(null),
    isBlocked: isUploading || isSendingPicture,
    newest: () => newestOf(client, opened),
    firstField,
    takesFocus: onCancel !== undefined,
  });
  return (
    <RecordForm
      state={state}
      label={`「${opened.title}」を編集`}
      submitLabel="保存"
      onCancel={onCancel}
      done={state.saved && updated(state.saved)}
      isDisabled={isUploading || isSendingPicture}
      fieldsOf={(theirs) => differencesOf(state.values, theirs)}
    >
      <VideoFields state={state} onUploading={setUploading} />
      <Choice
        label="会員からの質問を受け付ける"
        hint="受け付けない間は、以前の質問と回答も表示しません。"
        checked={state.values.takes_questions}
        onChange={({ target }) => state.setValue("takes_questions", target.checked)}
      />
      <ThumbnailEdit
        video={video}
        onSending={setSendingPicture}
        address={thumbnail}
        onAddress={setThumbnail}
        addressError={state.errorOf("thumbnail")}
      />
      {isUploading && <p role="status">動画のアップロードが終わると保存できます。</p>}
    </RecordForm>
  );
}
