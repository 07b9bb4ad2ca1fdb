import type { AdminCategory } from "@manabiya/contract/staff/categories.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useQuery } from "@tanstack/react-query";
import { CategoryTable } from "./category-table.tsx";
import { DeleteCategoryDialog } from "./delete-category-dialog.tsx";
import { NewCategory } from "./new-category.tsx";
import { sortCategories } from "./sort-categories.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { useRecordEditing } from "../../forms/use-record-editing.ts";
import { query } from "../../api/calls.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";

export default function AdminCategoriesPage() {
  return (
    <StaffPage title="カテゴリー管理">
      <Categories />
    </StaffPage>
  );
}

function Categories() {
  const { data, isPending, isFetching, refetch } = useQuery(query(staff.adminCategories.list));
  const records = useRecordEditing<AdminCategory>();
  if (isPending) return <StaffTableSkeleton />;
  if (!data) {
    return (
      <Failure
        message="カテゴリーの取得に失敗しました。"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  const parents = sortCategories(data).filter(({ parent }) => parent === null);
  const { deleting } = records;
  return (
    <>
      <NewCategory parents={parents} onBegin={records.begin} onDone={records.say} />
      <DoneBanner message={records.done} takesFocus={records.hasDeleted} />
      {data.length > 0 || records.editing ? (
        <CategoryTable categories={data} records={records} />
      ) : (
        <EmptyState>カテゴリーはまだありません</EmptyState>
      )}
      {deleting && (
        <DeleteCategoryDialog
          category={deleting}
          childCount={data.filter(({ parent }) => parent === deleting.id).length}
          onLeave={records.leave}
        />
      )}
    </>
  );
}
