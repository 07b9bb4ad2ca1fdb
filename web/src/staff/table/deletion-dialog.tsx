import { TRASH_DAYS } from "@manabiya/contract/rules/stored-videos.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type ApiError, sentenceOf } from "../../api/calls.ts";
import { conflictOf } from "../../forms/use-record-form.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";

const CHANGED =
  "この画面を開いたあとに、ほかのスタッフが変更しました。現在の内容を確認し、削除してよければ、もう一度「削除する」を押してください。";

interface Deletion<T> {
  /** The record as the screen showed it. */
  record: T;
  /** Deletes the record unless it changed after `revision`. */
  remove: (revision: number) => Promise<{ message: string }>;
  onRemoved: (message: string) => void;
  /** The message for failures that bring none. */
  failed: string;
  /** The calls whose answers become stale: see `mutation` in api/calls.ts. */
  meta?: { changes: string[] };
}

/** Deletes a record. If another editor changed it meanwhile, `record` becomes the current one and the user confirms again. */
export function useDeletion<T extends { revision: number }>(deletion: Deletion<T>) {
  const { remove, onRemoved, failed, meta } = deletion;
  const client = useQueryClient();
  const [record, setRecord] = useState(deletion.record);
  const { mutate, isPending, isSuccess, error } = useMutation<{ message: string }, ApiError, number>({
    mutationFn: remove,
    ...(meta && { meta }),
    onSuccess: ({ message }) => onRemoved(message),
    onError: (refusal) => {
      const current = conflictOf(refusal) as T | null;
      if (current === null) return;
      setRecord(current);
      // The list behind the dialog is stale, too.
      void client.invalidateQueries();
    },
  });
  const sentence = error && (conflictOf(error) === null ? sentenceOf(error, failed) : CHANGED);
  return {
    record,
    isRemoved: isSuccess,
    dialog: { isBusy: isPending, error: sentence ?? undefined, onConfirm: () => mutate(record.revision) },
  };
}

interface DeletionDialogProps<T> extends Deletion<T> {
  title: (record: T) => string;
  /** Names what is lost with the record. */
  children: (record: T) => ReactNode;
  onClose: () => void;
}

export function DeletionDialog<T extends { revision: number }>(props: DeletionDialogProps<T>) {
  const { title, children, onClose, ...deletion } = props;
  const { record, dialog } = useDeletion(deletion);
  return (
    <ConfirmDialog title={title(record)} confirmLabel="削除する" {...dialog} onClose={onClose}>
      {children(record)}
      {TRASH_DAYS}日以内は「操作の記録」のゴミ箱から元に戻せます。
    </ConfirmDialog>
  );
}
