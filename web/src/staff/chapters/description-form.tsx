import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/calls.ts";
import { RecordForm } from "../../forms/record-form.tsx";
import { TextArea } from "../../forms/fields.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { newestOf, putVideo, useNewest } from "../videos/use-admin-videos.ts";
import { FoundChapters } from "./found-chapters.tsx";

interface DescriptionValues {
  description: string;
}

/** The description of a video, and the chapters that its times name. */
export function DescriptionForm({ video }: { video: AdminVideo }) {
  const client = useQueryClient();
  const state = useRecordForm<DescriptionValues, AdminVideo, AdminVideo & { message: string }>({
    record: useNewest(video),
    valuesOf: (stored) => ({ description: stored?.description ?? "" }),
    check: () => ({}),
    save: (values, replaced) =>
      call(contract.adminVideos.describe, {
        params: { id: String(video.id) },
        body: { ...values, revision: replaced?.revision },
      }),
    failed: "概要文の更新に失敗しました。",
    part: "text",
    recoverAs: `description ${video.id}`,
    changesOf: () => "概要文",
    newest: () => newestOf(client, video),
    onSaved: (saved) => putVideo(client, saved),
    onConflict: (current) => putVideo(client, current),
    firstField: "description",
  });
  return (
    <>
      <RecordForm
        state={state}
        submitLabel="更新"
        fieldsOf={({ description }) => [{ label: "概要文", value: description }]}
        done={state.saved && (state.saved.message || "概要文を更新しました。")}
      >
        <TextArea label="概要文" rows={10} maxLength={10_000} {...state.field("description")} />
      </RecordForm>
      <FoundChapters videoId={video.id} description={state.values.description} />
    </>
  );
}
