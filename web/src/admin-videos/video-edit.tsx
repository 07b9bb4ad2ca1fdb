import type { AdminVideo } from "@manabiya/contract/admin-videos.ts";
import { staff } from "@manabiya/contract/staff.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { currentOf } from "../admin/conflict.ts";
import { ConflictBanner } from "../admin/conflict-banner.tsx";
import { mutation } from "../api.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { focusFirstFault } from "../admin/focus-first-fault.ts";
import { useUnsaved } from "../admin/unsaved.ts";
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
  useUnsaved("row", JSON.stringify(form.values) !== JSON.stringify(valuesOf(video)));
  const element = useRef<HTMLFormElement>(null);
  const update = useMutation({
    ...mutation(staff.adminVideos.update),
    onSuccess: (saved) => {
      putIntoLists(client, saved);
      onSaved(`「${saved.title}」を更新しました。`);
    },
    onError: (error) => {
      if (currentOf(error) !== null) return;
      focusFirstFault(element.current, () => form.show(error, FAILED));
    },
  });
  const theirs = currentOf(update.error) as AdminVideo | null;

  function save(revision: number) {
    const { title, video_id, host, categories, tags, duration } = form.values;
    const published_at = publishedAtOf(form.values, video);
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
    if (form.check()) save(video.revision);
    else focusFirstFault(element.current);
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
      <VideoFields values={form.values} errors={form.errors} onChange={form.change} />
      <ThumbnailEdit video={video} onChanged={setVideo} />
      {form.failure !== null && <Banner tone="danger">{form.failure}</Banner>}
      {theirs && (
        <ConflictBanner
          theirs={theirsOf(form.values, theirs)}
          isBusy={update.isPending}
          onOverwrite={() => save(theirs.revision)}
          onTakeTheirs={() => takeTheirs(theirs)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={update.isPending}>
          保存
        </Button>
        <Button look="secondary" onClick={onCancel}>
          キャンセル
        </Button>
      </div>
    </form>
  );
}
