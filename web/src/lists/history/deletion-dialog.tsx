import { ConfirmDialog } from "../../ui/dialog.tsx";
import type { useDeletion } from "./use-deletion.ts";

interface DeletionDialogProps {
  deletion: ReturnType<typeof useDeletion>;
  count: number;
}

/** Confirms the deletion and names its consequences. */
export function DeletionDialog({ deletion, count }: DeletionDialogProps) {
  const { asked, close, confirm, isPending, isError } = deletion;
  if (asked === null) return null;
  const isAll = asked === "all";
  const amount = isAll ? count : asked.length;
  return (
    <ConfirmDialog
      title={isAll ? "視聴履歴をすべて削除しますか？" : "選択した視聴履歴を削除しますか？"}
      confirmLabel={`${amount}件を削除`}
      isBusy={isPending}
      error={
        isError ? (isAll ? "視聴履歴の削除に失敗しました。" : "選択した視聴履歴の削除に失敗しました。") : undefined
      }
      onConfirm={confirm}
      onClose={close}
    >
      {isAll ? `${amount}件すべての` : `${amount}件の`}
      視聴履歴を削除します。途中まで見た位置も消え、元に戻すことはできません。
    </ConfirmDialog>
  );
}
