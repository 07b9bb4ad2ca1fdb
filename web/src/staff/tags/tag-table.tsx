import type { AdminTag } from "@manabiya/contract/staff/tags.ts";
import { byName } from "../table/by-name.ts";
import { RowActions } from "../table/row-actions.tsx";
import { StaffTable } from "../table/staff-table.tsx";
import { useUnsavedPart } from "../../forms/unsaved-guard.tsx";
import { type useRecordEditing, withEdited } from "../../forms/use-record-editing.ts";
import { TagEditor } from "./tag-editor.tsx";

interface TagTableProps {
  tags: readonly AdminTag[];
  records: ReturnType<typeof useRecordEditing<AdminTag>>;
}

const COLUMNS = [
  { label: "タグ名" },
  { label: "動画", className: "w-14 text-right sm:w-20" },
  { label: "操作", className: "w-24 sm:w-28" },
];

export function TagTable({ tags, records }: TagTableProps) {
  const { leave: leaveRow, dialog } = useUnsavedPart("row");
  return (
    <>
      <StaffTable caption="タグの一覧" columns={COLUMNS}>
        {withEdited(tags.toSorted(byName), records.editing).map((tag) =>
          records.editing?.id === tag.id ? (
            <tr key={tag.id}>
              <td colSpan={3} className="bg-primary-soft p-4">
                <TagEditor tag={records.editing} onLeave={records.leave} />
              </td>
            </tr>
          ) : (
            <tr key={tag.id} className="hover:bg-sunken">
              <th scope="row" className="phrase py-1 pr-2 pl-4 text-left">
                {tag.name}
              </th>
              <td className="px-2 text-right whitespace-nowrap sm:px-4 text-muted">{tag.video_count}本</td>
              <td className="sm:px-2">
                <RowActions
                  name={tag.name}
                  isFocused={records.left === tag.id}
                  onEdit={() => leaveRow(() => records.edit(tag))}
                  onDelete={() => records.askToDelete(tag)}
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
