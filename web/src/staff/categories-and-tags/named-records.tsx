import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DeletionDialog } from "../table/deletion-dialog.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { useEditedRow } from "../table/use-edited-row.ts";
import { type NamedRecord, RecordEditor, type RecordKind } from "./record-editor.tsx";
import { RecordTable } from "./record-table.tsx";

interface NamedRecordsPageProps<T extends NamedRecord, Values extends { name: string }> {
  kind: RecordKind<T, Values>;
}

/** The screen of categories, tags or synonyms. */
export function NamedRecordsPage<T extends NamedRecord, Values extends { name: string }>({
  kind,
}: NamedRecordsPageProps<T, Values>) {
  const { noun } = kind;
  const client = useQueryClient();
  const found = useQuery(kind.list);
  const rows = useEditedRow<T>();
  const { deleting } = rows;
  return (
    <StaffPage title={`${noun}管理`}>
      <Loaded query={found} message={`${noun}を読み込めませんでした。`} skeleton={<StaffTableSkeleton />}>
        {(data) => (
          <>
            <Section title={`${noun}の作成`} isPanel>
              <RecordEditor
                kind={kind}
                record={null}
                all={data}
                onBegin={() => rows.report(null)}
                onDone={rows.report}
              />
            </Section>
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
                  client.setQueryData<T[]>(kind.list.queryKey, (list) => list?.filter(({ id }) => id !== deleting.id));
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
        )}
      </Loaded>
    </StaffPage>
  );
}

function effectOnVideos(noun: string, count: number | undefined): string {
  if (count === undefined) return "";
  return count > 0 ? `動画${count}本から外れます。動画は残ります。` : `この${noun}の動画はありません。`;
}
