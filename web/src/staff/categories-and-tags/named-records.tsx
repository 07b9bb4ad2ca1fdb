import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DeletionDialog } from "../table/deletion-dialog.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { StaffTable, StaffTableSkeleton } from "../table/staff-table.tsx";
import { useEditedRow, withEdited } from "../table/use-edited-row.ts";
import { type NamedRecord, RecordEditor, type RecordKind } from "./record-editor.tsx";
import { useUnsavedPart } from "../../forms/unsaved.tsx";
import { classNames } from "../../ui/class-names.ts";
import { RowActions } from "../table/row-actions.tsx";

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

interface RecordTableProps<T extends NamedRecord, Values extends { name: string }> {
  kind: RecordKind<T, Values>;
  all: readonly T[];
  rows: ReturnType<typeof useEditedRow<T>>;
}

function RecordTable<T extends NamedRecord, Values extends { name: string }>(props: RecordTableProps<T, Values>) {
  const { kind, all, rows } = props;
  const { noun, name, isChild = () => false } = kind;
  const isCounted = all.some(({ video_count }) => video_count !== undefined);
  const { editing, left } = rows;
  const { leave: leaveRow, dialog } = useUnsavedPart("row");
  const columns = [
    { label: name.label },
    ...(isCounted ? [{ label: "動画", className: "w-14 text-right @xl:w-20" }] : []),
    { label: "操作", className: "w-24 @xl:w-28" },
  ];
  return (
    <>
      <StaffTable caption={`${noun}の一覧`} columns={columns}>
        {kind.sort(withEdited(all, editing)).map((record) =>
          editing?.id === record.id ? (
            <tr key={record.id}>
              <td colSpan={columns.length} className="bg-primary-soft p-4">
                <RecordEditor
                  kind={kind}
                  record={editing}
                  all={all}
                  onDone={rows.stopEditing}
                  onCancel={() => rows.stopEditing()}
                />
              </td>
            </tr>
          ) : (
            <tr key={record.id} className="hover:bg-sunken">
              <th
                scope="row"
                className={classNames(
                  "phrase py-1 pr-2 text-left",
                  isChild(record) ? "pl-7 font-normal @xl:pl-9" : "pl-4",
                )}
              >
                {isChild(record) && <span className="sr-only">子{noun} </span>}
                {record.name}
              </th>
              {isCounted && (
                <td className="px-2 text-right whitespace-nowrap @xl:px-4 text-muted">{record.video_count}本</td>
              )}
              <td className="@xl:px-2">
                <RowActions
                  name={record.name}
                  isFocused={left === record.id}
                  onEdit={() => leaveRow(() => rows.edit(record))}
                  onDelete={() => rows.askToDelete(record)}
                />
              </td>
            </tr>
          ),
        )}
      </StaffTable>
      {dialog}
    </>
  );
}
