import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ApiError, sentenceOf } from "../../api/calls.ts";
import { currentOf } from "../../forms/conflict.ts";

const CHANGED =
  "この画面を開いたあとに、ほかの担当者が変更しました。現在の内容を確認し、削除してよければ、もう一度「削除する」を押してください。";

interface Deletion<T> {
  /** The record as the one who deletes it has seen it. */
  record: T;
  /** Deletes it, unless it was changed since `revision`. */
  remove: (revision: number) => Promise<{ message: string }>;
  onRemoved: (message: string) => void;
  /** The sentence for failures that bring none. */
  failed: string;
  /** What becomes stale: see api.ts `mutation`. */
  meta?: { changes: string[] };
}

/**
 * Deletes a record; when somebody else has changed it meanwhile, shows it as it is now and asks once more.
 * `record` is what the dialog is to speak of.
 */
export function useDeletion<T extends { revision: number }>(deletion: Deletion<T>) {
  const { remove, onRemoved, failed, meta } = deletion;
  const client = useQueryClient();
  const [record, setRecord] = useState(deletion.record);
  const { mutate, isPending, isSuccess, error } = useMutation<{ message: string }, ApiError, number>({
    mutationFn: remove,
    ...(meta && { meta }),
    onSuccess: ({ message }) => onRemoved(message),
    onError: (fault) => {
      const current = currentOf(fault);
      if (current === null) return;
      setRecord(current as T);
      // What stands behind the dialog is as old as what it spoke of.
      void client.invalidateQueries();
    },
  });
  const sentence = error && (currentOf(error) === null ? sentenceOf(error, failed) : CHANGED);
  return {
    record,
    isRemoved: isSuccess,
    dialog: { isBusy: isPending, error: sentence ?? undefined, onConfirm: () => mutate(record.revision) },
  };
}
