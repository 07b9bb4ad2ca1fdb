import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { FileField } from "../../forms/file-field.tsx";
import { sendForm } from "../../forms/send-form.ts";
import { TextArea } from "../../forms/text-area.tsx";
import { useUnsaved } from "../../forms/unsaved.ts";
import { areReady, ChapterDrafts, type Draft, redraft, toChapters } from "../chapters/chapter-drafts.tsx";
import { fieldsOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { shrinkPicture } from "./shrink-picture.ts";
import { useVideoForm } from "./use-video-form.ts";
import { EMPTY, publishedAtOf } from "./video-form-values.ts";
import { VideoFields } from "./video-fields.tsx";
import { focusFirstError } from "../../forms/focus-first-error.ts";

const FAILED = "動画の登録に失敗しました。";

/** Registers one video, with what was written for its host: lines such as "1:30 見出し" become chapters. */
export default function NewVideoForm({ onCreated }: { onCreated: (video: AdminVideo) => void }) {
  const form = useVideoForm(EMPTY);
  const element = useRef<HTMLFormElement>(null);
  const [picture, setPicture] = useState<File | null>(null);
  const [pictureFault, setPictureFault] = useState<string>();
  const [description, setDescription] = useState("");
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const isTyped = description !== "" || JSON.stringify(form.values) !== JSON.stringify(EMPTY);
  useUnsaved("new", isTyped || picture !== null || form.isUploading);
  const create = useMutation({
    mutationFn: async () => {
      const publishedAt = publishedAtOf(form.values, null);
      const chapters = toChapters(drafts);
      return sendForm(staff.adminVideos.create, {
        body: {
          title: form.values.title,
          video_id: form.values.video_id,
          host: form.values.host,
          categories: JSON.stringify(form.values.categories),
          tags: JSON.stringify(form.values.tags),
          published_at: publishedAt ?? "",
          duration: form.values.duration === null ? undefined : String(form.values.duration),
          description: description === "" ? undefined : description,
          chapters: chapters.length === 0 ? undefined : JSON.stringify(chapters),
          thumbnail: picture === null ? undefined : await shrinkPicture(picture),
        },
      });
    },
    onSuccess: (video) => {
      form.reset(EMPTY);
      setPicture(null);
      setDescription("");
      setDrafts([]);
      element.current?.reset();
      onCreated(video);
    },
    onError: (error) => {
      const [fault] = fieldsOf(error)["thumbnail"] ?? [];
      setPictureFault(fault);
      focusFirstError(element.current, () => form.show(error, FAILED));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const isChecked = form.check();
    if (isChecked && areReady(drafts)) create.mutate();
    else focusFirstError(element.current);
  }

  return (
    <form ref={element} noValidate className="grid gap-5" onSubmit={submit}>
      <VideoFields form={form} />
      <FileField
        label="サムネイル画像（任意）"
        hint="JPEG・PNG・WebP、10MBまで。16:9に切り抜きます。"
        accept="image/*"
        error={pictureFault}
        onChange={(file) => {
          setPicture(file);
          setPictureFault(undefined);
        }}
      />
      <TextArea
        label="概要文（任意）"
        hint="「1:30 見出し」のような行は、チャプターになります。"
        rows={6}
        maxLength={10_000}
        value={description}
        onChange={(event) => {
          setDescription(event.target.value);
          setDrafts(redraft(drafts, description, event.target.value));
        }}
      />
      {drafts.length > 0 && (
        <section aria-label="概要文から作るチャプター" className="grid gap-3">
          <h2 className="text-base">概要文から作るチャプター（{drafts.length}件）</h2>
          <ChapterDrafts drafts={drafts} onChange={setDrafts} />
        </section>
      )}
      {form.failure !== null && pictureFault === undefined && <Banner tone="danger">{form.failure}</Banner>}
      {form.isUploading && <p role="status">動画のアップロードが終わると登録できます。</p>}
      <Button
        type="submit"
        isBusy={create.isPending}
        disabled={form.isUploading}
        className="justify-self-start"
      >
        登録する
      </Button>
    </form>
  );
}
