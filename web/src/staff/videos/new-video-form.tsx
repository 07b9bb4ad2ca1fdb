import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useState } from "react";
import { FileField, TextArea } from "../../forms/fields.tsx";
import { RecordForm } from "../../forms/record-form.tsx";
import { sendForm, shrinkPicture } from "../../forms/file-transfer.ts";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { FieldError } from "../../ui/field.tsx";
import { areReady, ChapterDrafts, redraft, toChapters } from "../chapters/chapter-drafts.tsx";
import { VideoFields } from "./video-fields.tsx";
import { check, publishedAtOf, valuesOf, type VideoValues } from "./video-form-values.ts";

/** Registers one video. Lines of its description such as "1:30 見出し" become chapters. */
export default function NewVideoForm({ onCreated }: { onCreated: (video: AdminVideo) => void }) {
  const [isUploading, setUploading] = useState(false);
  // A new number empties the file field.
  const [created, setCreated] = useState(0);
  const state = useRecordForm<VideoValues, AdminVideo, AdminVideo>({
    valuesOf,
    // Each draft shows its own errors.
    check: (typed) => ({ ...check(typed), ...(!areReady(typed.chapters) && { chapters: "" }) }),
    save: create,
    onSaved: (video) => {
      setCreated(created + 1);
      onCreated(video);
    },
    failed: "動画の登録に失敗しました。",
    part: "new",
    recoverAs: "new video",
    hasOtherWork: isUploading,
    firstField: "title",
  });
  const { values, field, errorOf, setValue } = state;
  const { description, chapters } = values;
  const typing = field("description");
  return (
    <RecordForm state={state} submitLabel="登録する" isDisabled={isUploading}>
      <VideoFields state={state} onUploading={setUploading} />
      <FileField
        key={created}
        label="サムネイル画像（任意）"
        hint="JPEG・PNG・WebP、10MBまで。16:9に切り抜きます。"
        accept="image/*"
        error={errorOf("thumbnail")}
        onChange={(file) => setValue("thumbnail", file)}
      />
      <TextArea
        label="概要文（任意）"
        hint="「1:30 見出し」のような行は、チャプターになります。"
        rows={6}
        {...typing}
        onChange={(event) => {
          setValue("chapters", redraft(chapters, description, event.target.value));
          return typing.onChange(event);
        }}
      />
      {chapters.length > 0 && (
        <section aria-label="概要文から作るチャプター" className="grid gap-3">
          <h2 className="text-base">概要文から作るチャプター（{chapters.length}件）</h2>
          <FieldError id="chapters-error" message={errorOf("chapters")} />
          <ChapterDrafts drafts={chapters} onChange={(changed) => setValue("chapters", changed)} />
        </section>
      )}
      {isUploading && <p role="status">動画のアップロードが終わると登録できます。</p>}
    </RecordForm>
  );
}

async function create(values: VideoValues): Promise<AdminVideo> {
  const { title, video_id, host, categories, tags, duration, description, thumbnail } = values;
  const chapters = toChapters(values.chapters);
  return sendForm(contract.adminVideos.create, {
    body: {
      ...{ title, video_id, host },
      categories: JSON.stringify(categories),
      tags: JSON.stringify(tags),
      published_at: publishedAtOf(values, null) ?? "",
      duration: duration === null ? undefined : String(duration),
      description: description === "" ? undefined : description,
      chapters: chapters.length === 0 ? undefined : JSON.stringify(chapters),
      thumbnail: thumbnail === null ? undefined : await shrinkPicture(thumbnail),
    },
  });
}
