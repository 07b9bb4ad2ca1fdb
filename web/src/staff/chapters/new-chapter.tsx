import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { fieldsOf, mutation, sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ChapterForm, secondsOf } from "./chapter-form.tsx";

const EMPTY = { title: "", description: "", time: "" };

export function NewChapter({ videoId, onDone }: { videoId: number; onDone: (message: string) => void }) {
  // A new number makes an empty form.
  const [created, setCreated] = useState(0);
  const create = useMutation({
    ...mutation(staff.adminChapters.create),
    onSuccess: () => {
      setCreated(created + 1);
      onDone("チャプターを作成しました。");
    },
  });
  const isAboutFields = create.error !== null && Object.keys(fieldsOf(create.error)).length > 0;
  return (
    <ChapterForm
      key={created}
      label="新しいチャプター"
      part="new"
      initial={EMPTY}
      rows={3}
      error={create.error}
      onChange={() => create.isError && create.reset()}
      onSubmit={({ title, description, time }) =>
        create.mutate({
          params: { id: String(videoId) },
          body: { title, description, time_seconds: secondsOf(time) },
        })
      }
    >
      {() => (
        <>
          {create.error && !isAboutFields && (
            <Banner tone="danger">{sentenceOf(create.error, "チャプターの作成に失敗しました。")}</Banner>
          )}
          <Button type="submit" isBusy={create.isPending} className="justify-self-start">
            チャプターを作成
          </Button>
        </>
      )}
    </ChapterForm>
  );
}
