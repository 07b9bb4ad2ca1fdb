import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { DeletionDialog } from "../table/deletion-dialog.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import type { NamedRecord, RecordKind } from "./kind.ts";
import { dropRecord } from "./list-cache.ts";
import { NewRecord } from "./record-forms.tsx";
import { RecordTable } from "./record-table.tsx";
import { useEditedRow } from "../table/use-edited-row.ts";

interface NamedRecordsProps<T extends NamedRecord, Values extends FieldValues> {
  kind: RecordKind<T, Values>;
}

/** The screen of categories, tags or synonyms. */
export function NamedRecordsPage<T extends NamedRecord, Values extends FieldValues>({
  kind,
}: NamedRecordsProps<T, Values>) {
  return (
    <StaffPage title={`${kind.noun}管理`}>
      <NamedRecords kind={kind} />
    </StaffPage>
  );
}

function NamedRecords<T extends NamedRecord, Values extends FieldValues>({ kind }: NamedRecordsProps<T, Values>) {
  const { noun } = kind;
  const client = useQueryClient();
  const found = useQuery(kind.list);
  const { data } = found;
  const rows = useEditedRow<T>();
  const { deleting } = rows;
  if (!data)
    return <NotLoaded query={found} message={`${noun}を読み込めませんでした。`} skeleton={<StaffTableSkeleton />} />;
  return (
    <>
      <NewRecord kind={kind} all={data} onBegin={() => rows.report(null)} onDone={rows.report} />
      <DoneBanner message={rows.done} takesFocus={rows.hasDeleted} />
      {data.length > 0 || rows.editing ? (
        <RecordTable kind={kind} all={data} rows={rows} />
      ) : (
        <EmptyState>{`${noun}はまだありません`}</EmptyState>
      )}
      {deleting && (
        <DeletionDialog
          record={deleting}
          remove={(revision) => kind.remove(deleting.id, revision)}
          onRemoved={(message) => {
            dropRecord(client, kind.list.queryKey, deleting.id);
            rows.closeDialog(message);
          }}
          failed={`${noun}の削除に失敗しました。`}
          title={({ name }) => `${noun}「${name}」を削除しますか？`}
          onClose={() => rows.closeDialog()}
        >
          {({ video_count }) => effectOnVideos(noun, video_count) + (kind.deletionNote?.(deleting, data) ?? "")}
        </DeletionDialog>
      )}
    </>
  );
}

function effectOnVideos(noun: string, count: number | undefined): string {
  if (count === undefined) return "";
  return count > 0 ? `動画${count}本から外れます。動画は残ります。` : `この${noun}の動画はありません。`;
}
