import type { AdminTag } from "@manabiya/contract/staff/tags.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useQuery } from "@tanstack/react-query";
import { DeleteTagDialog } from "./delete-tag-dialog.tsx";
import { NewTag } from "./new-tag.tsx";
import { TagTable } from "./tag-table.tsx";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { useRecordEditing } from "../../forms/use-record-editing.ts";
import { query } from "../../api/calls.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";

export default function AdminTagsPage() {
  return (
    <StaffPage title="タグ管理">
      <Tags />
    </StaffPage>
  );
}

function Tags() {
  const { data, isPending, isFetching, refetch } = useQuery(query(staff.adminTags.list));
  const records = useRecordEditing<AdminTag>();
  if (isPending) return <StaffTableSkeleton />;
  if (!data) {
    return (
      <Failure message="タグの取得に失敗しました。" onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  }
  return (
    <>
      <NewTag onBegin={records.begin} onDone={records.say} />
      <DoneBanner message={records.done} takesFocus={records.hasDeleted} />
      {data.length > 0 || records.editing ? (
        <TagTable tags={data} records={records} />
      ) : (
        <EmptyState>タグはまだありません</EmptyState>
      )}
      {records.deleting && <DeleteTagDialog tag={records.deleting} onLeave={records.leave} />}
    </>
  );
}
