import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { currentOf } from "../../forms/conflict.ts";
import { ConflictBanner } from "../../forms/conflict-banner.tsx";
import { TextArea } from "../../forms/text-area.tsx";
import { useUnsaved } from "../../forms/unsaved.ts";
import { FoundChapters } from "../chapters/found-chapters.tsx";
import { fieldsOf, mutation, sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

const FAILED = "概要文の更新に失敗しました。";

type Saved = Pick<AdminVideo, "revision" | "description">;

/** The description of a video, and the chapters that it names. */
export function DescriptionForm({ video }: { video: AdminVideo }) {
  const [text, setText] = useState(video.description);
  // What was saved last, here or by somebody else; a list that is fetched anew changes nothing under one's hands.
  const [{ revision, description }, setSaved] = useState<Saved>(video);
  const update = useMutation({
    ...mutation(staff.adminVideos.describe),
    onSuccess: ({ revision }, { body }) => setSaved({ revision, description: body.description }),
  });
  useUnsaved("text", text !== description);
  const theirs = currentOf(update.error) as AdminVideo | null;
  const [fault] = update.error ? (fieldsOf(update.error)["description"] ?? []) : [];
  const save = (seen: number) =>
    update.mutate({ params: { id: String(video.id) }, body: { description: text, revision: seen } });

  return (
    <>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save(revision);
        }}
      >
        <TextArea
          label="概要文"
          rows={10}
          maxLength={10_000}
          value={text}
          error={fault}
          onChange={(event) => {
            setText(event.target.value);
            if (!update.isPending) update.reset();
          }}
        />
        {theirs && (
          <ConflictBanner
            theirs={[{ label: "概要文", value: theirs.description }]}
            isBusy={update.isPending}
            onOverwrite={() => save(theirs.revision)}
            onTakeTheirs={() => {
              setText(theirs.description);
              setSaved(theirs);
              update.reset();
            }}
          />
        )}
        {update.error && !theirs && fault === undefined && (
          <Banner tone="danger">{sentenceOf(update.error, FAILED)}</Banner>
        )}
        {update.isSuccess && (
          <Banner tone="success">{update.data.message || "概要文を更新しました。"}</Banner>
        )}
        <Button type="submit" isBusy={update.isPending} className="justify-self-start">
          更新
        </Button>
      </form>
      <FoundChapters videoId={video.id} description={text} />
    </>
  );
}
