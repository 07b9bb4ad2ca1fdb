import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { call } from "../../api/calls.ts";
import { RecordForm } from "../../forms/record-form.tsx";
import { TextArea } from "../../forms/fields.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { FoundChapters } from "./found-chapters.tsx";
import { PickedVideo } from "../table/picked-video.tsx";
import { StaffPage } from "../table/staff-layout.tsx";

interface DescriptionValues {
  description: string;
}

function DescriptionForm({ video }: { video: AdminVideo }) {
  const state = useRecordForm<DescriptionValues, AdminVideo, AdminVideo & { message: string }>({
    record: video,
    valuesOf: (stored) => ({ description: stored?.description ?? "" }),
    check: () => ({}),
    save: (values, replaced) =>
      call(staff.adminVideos.describe, {
        params: { id: String(video.id) },
        body: { ...values, revision: replaced?.revision },
      }),
    failed: "概要文の更新に失敗しました。",
    part: "text",
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

export default function AdminDescriptionPage() {
  return (
    <StaffPage title="概要文管理">
      <PickedVideo>{(video) => <DescriptionForm video={video} />}</PickedVideo>
    </StaffPage>
  );
}
