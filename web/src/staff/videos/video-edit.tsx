import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { currentOf } from "../../forms/conflict.ts";
import { ConflictBanner } from "../../forms/conflict-banner.tsx";
import { mutation } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { focusFirstError } from "../../forms/focus-first-error.ts";
import { useUnsaved } from "../../forms/unsaved.ts";
import { theirsOf } from "./theirs.ts";
import { ThumbnailEdit } from "./thumbnail-edit.tsx";
import { putIntoLists } from "./use-admin-videos.ts";
import { useVideoForm } from "./use-video-form.ts";
import { publishedAtOf, valuesOf } from "./video-form-values.ts";
import { VideoFields } from "./video-fields.tsx";

interface VideoEditProps {
  /** As it was when the editing began. */
  video: AdminVideo;
  onSaved: (message: string) => void;
  onCancel: () => void;
}

const FAILED = "動画の更新に失敗しました。";

/** A row of the table while it is edited. Somebody else's change is told, and nothing typed is lost. */
export function VideoEdit({ video: opened, onSaved, onCancel }: VideoEditProps) {
  const client = useQueryClient();
  const [video, setVideo] = useState(opened);
  const form = useVideoForm(valuesOf(video));
  const isTyped = JSON.stringify(form.values) !== JSON.stringify(valuesOf(video));
  useUnsaved("row", isTyped || form.isUploading);
  const element = useRef<HTMLFormElement>(null);
  const update = useMutation({
    ...mutation(staff.adminVideos.update),
    onSuccess: (saved) => {
      putIntoLists(client, saved);
      onSaved(`「${saved.title}」を更新しました。`);
    },
    onError: (error) => {
      if (currentOf(error) !== null) return;
      focusFirstError(element.current, () => form.show(error, FAILED));
    },
  });
  const theirs = currentOf(update.error) as AdminVideo | null;

  /** @param over what it takes the place of: as it was opened, or as somebody else has left it */
  function save(over: AdminVideo) {
    const { title, video_id, host, categories, tags, duration } = form.values;
    const { revision } = over;
    const published_at = publishedAtOf(form.values, over);
    update.mutate({
      params: { id: String(video.id) },
      body: {
        ...{ title, video_id, host, categories, tags, revision },
        ...(published_at !== undefined && { published_at }),
        ...(duration !== null && { duration }),
      },
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (form.check()) save(video);
    else focusFirstError(element.current);
  }

  /** What else somebody has saved meanwhile stays unseen here, and what is typed must not pass for newer than that. */
  function takeThumbnail({ thumbnail, revision }: AdminVideo) {
    setVideo((seen) => ({
      ...seen,
      thumbnail,
      revision: revision === seen.revision + 1 ? revision : seen.revision,
    }));
  }

  function takeTheirs(current: AdminVideo) {
    setVideo(current);
    form.reset(valuesOf(current));
    putIntoLists(client, current);
    update.reset();
  }

  return (
    <form
      ref={element}
      noValidate
      aria-label={`「${opened.title}」を編集`}
      className="grid gap-5"
      onSubmit={submit}
    >
      <VideoFields form={form} />
      <ThumbnailEdit video={video} onChanged={takeThumbnail} />
      {form.failure !== null && <Banner tone="danger">{form.failure}</Banner>}
      {theirs && (
        <ConflictBanner
          theirs={theirsOf(form.values, theirs)}
          isBusy={update.isPending || form.isUploading}
          onOverwrite={() => save(theirs)}
          onTakeTheirs={() => takeTheirs(theirs)}
        />
      )}
      {form.isUploading && <p role="status">動画のアップロードが終わると保存できます。</p>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={update.isPending} disabled={form.isUploading}>
          保存
        </Button>
        <Button look="secondary" onClick={onCancel}>
          キャンセル
        </Button>
      </div>
    </form>
  );
}
