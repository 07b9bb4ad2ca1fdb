import { useUnsavedPart } from "../../forms/unsaved.tsx";
import { classNames } from "../../ui/class-names.ts";
import { RowActions } from "../table/row-actions.tsx";
import { StaffTable } from "../table/staff-table.tsx";
import { type NamedRecord, RecordEditor, type RecordKind } from "./record-editor.tsx";
import { type useEditedRow, withEdited } from "../table/use-edited-row.ts";

interface RecordTableProps<T extends NamedRecord, Values extends { name: string }> {
  kind: RecordKind<T, Values>;
  all: readonly T[];
  rows: ReturnType<typeof useEditedRow<T>>;
}

export function RecordTable<T extends NamedRecord, Values extends { name: string }>(
  props: RecordTableProps<T, Values>,
) {
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
