import type { AdminCategory } from "@manabiya/contract/staff/categories.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useQueryClient } from "@tanstack/react-query";
import { dropRecord } from "../table/list-cache.ts";
import { useDeletion } from "../table/use-deletion.ts";
import { call, query } from "../../api/calls.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";

interface DeleteCategoryDialogProps {
  category: AdminCategory;
  /** How many would become top-level. */
  childCount: number;
  onLeave: (message?: string) => void;
}

export function DeleteCategoryDialog({ category, childCount, onLeave }: DeleteCategoryDialogProps) {
  const client = useQueryClient();
  const { id } = category;
  const { record, dialog } = useDeletion({
    record: category,
    remove: (revision) => call(staff.adminCategories.remove, { params: { id }, querystring: { revision } }),
    onRemoved: (message) => {
      dropRecord(client, query(staff.adminCategories.list).queryKey, id);
      onLeave(message);
    },
    failed: "カテゴリーの削除に失敗しました。",
  });
  const { name, video_count } = record;
  return (
    <ConfirmDialog
      title={`カテゴリー「${name}」を削除しますか？`}
      confirmLabel="削除する"
      {...dialog}
      onClose={() => onLeave()}
    >
      {video_count > 0
        ? `動画${video_count}本から外れます。動画は残ります。`
        : "このカテゴリーの動画はありません。"}
      {childCount > 0 && `子カテゴリー${childCount}件は、トップレベルのカテゴリーになります。`}
      元に戻すことはできません。
    </ConfirmDialog>
  );
}
