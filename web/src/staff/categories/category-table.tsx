import type { AdminCategory } from "@manabiya/contract/staff/categories.ts";
import { RowActions } from "../table/row-actions.tsx";
import { StaffTable } from "../table/staff-table.tsx";
import { useUnsavedPart } from "../../forms/unsaved-guard.tsx";
import { type useRecordEditing, withEdited } from "../../forms/use-record-editing.ts";
import { classNames } from "../../ui/class-names.ts";
import { CategoryEditor } from "./category-editor.tsx";
import { sortCategories } from "./sort-categories.ts";

interface CategoryTableProps {
  categories: readonly AdminCategory[];
  records: ReturnType<typeof useRecordEditing<AdminCategory>>;
}

const COLUMNS = [
  { label: "カテゴリー名" },
  { label: "動画", className: "w-14 text-right sm:w-20" },
  { label: "操作", className: "w-24 sm:w-28" },
];

export function CategoryTable({ categories, records }: CategoryTableProps) {
  const rows = withEdited(sortCategories(categories), records.editing);
  const { leave: leaveRow, dialog } = useUnsavedPart("row");
  return (
    <>
      <StaffTable caption="カテゴリーの一覧" columns={COLUMNS}>
        {rows.map((category) =>
          records.editing?.id === category.id ? (
            <tr key={category.id}>
              <td colSpan={3} className="bg-primary-soft p-4">
                <CategoryEditor category={records.editing} categories={categories} onLeave={records.leave} />
              </td>
            </tr>
          ) : (
            <tr key={category.id} className="hover:bg-sunken">
              <th
                scope="row"
                className={classNames(
                  "phrase py-1 pr-2 text-left",
                  category.parent === null ? "pl-4" : "pl-7 font-normal sm:pl-9",
                )}
              >
                {category.parent !== null && <span className="sr-only">子カテゴリー </span>}
                {category.name}
              </th>
              <td className="px-2 text-right whitespace-nowrap sm:px-4 text-muted">
                {category.video_count}本
              </td>
              <td className="sm:px-2">
                <RowActions
                  name={category.name}
                  isFocused={records.left === category.id}
                  onEdit={() => leaveRow(() => records.edit(category))}
                  onDelete={() => records.askToDelete(category)}
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
