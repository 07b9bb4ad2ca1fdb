import type { AdminChapter } from "@manabiya/contract/staff/chapters.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { currentOf } from "../../forms/conflict.ts";
import { ConflictBanner } from "../../forms/conflict-banner.tsx";
import { fieldsOf, mutation, sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ChapterForm, type ChapterValues, secondsOf } from "./chapter-form.tsx";

interface ChapterEditProps {
  videoId: number;
  chapter: AdminChapter;
  onSaved: (message: string) => void;
  onCancel: () => void;
}

/** A chapter of the list while it is edited. */
export function ChapterEdit({ videoId, chapter: opened, onSaved, onCancel }: ChapterEditProps) {
  const [chapter, setChapter] = useState(opened);
  const update = useMutation({
    ...mutation(staff.adminChapters.update),
    onSuccess: () => onSaved("チャプターを更新しました。"),
  });
  const theirs = currentOf(update.error) as AdminChapter | null;
  const isAboutFields = update.error !== null && Object.keys(fieldsOf(update.error)).length > 0;
  const save = ({ title, description, time }: ChapterValues, revision: number) =>
    update.mutate({
      params: { id: String(videoId), chapter_id: chapter.id },
      body: { title, description, time_seconds: secondsOf(time), revision },
    });
  return (
    <ChapterForm
      key={chapter.revision}
      label={`「${opened.title}」を編集`}
      part="row"
      initial={{ title: chapter.title, description: chapter.description, time: chapter.time_formatted }}
      rows={4}
      error={update.error}
      onChange={() => update.isError && theirs === null && update.reset()}
      onSubmit={(values) => save(values, chapter.revision)}
    >
      {(values) => (
        <>
          {update.error && !isAboutFields && theirs === null && (
            <Banner tone="danger">{sentenceOf(update.error, "チャプターの更新に失敗しました。")}</Banner>
          )}
          {theirs && (
            <ConflictBanner
              theirs={[
                { label: "タイトル", value: theirs.title },
                { label: "時間", value: theirs.time_formatted },
                { label: "説明", value: theirs.description },
              ]}
              isBusy={update.isPending}
              onOverwrite={() => save(values, theirs.revision)}
              onTakeTheirs={() => {
                setChapter(theirs);
                update.reset();
              }}
            />
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isBusy={update.isPending}>
              更新
            </Button>
            <Button look="secondary" onClick={onCancel}>
              キャンセル
            </Button>
          </div>
        </>
      )}
    </ChapterForm>
  );
}
