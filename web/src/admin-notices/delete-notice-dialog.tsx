import type { AdminNotice } from "@manabiya/contract/admin-notices.ts";
import { staff } from "@manabiya/contract/staff.ts";
import { useMutation } from "@tanstack/react-query";
import { mutation, sentenceOf } from "../api.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";

interface DeleteNoticeDialogProps {
  notice: AdminNotice;
  onLeave: (message?: string) => void;
}

export function DeleteNoticeDialog({ notice, onLeave }: DeleteNoticeDialogProps) {
  const { id, notice_title, state } = notice;
  const { mutate, isPending, error } = useMutation({
    ...mutation(staff.adminNotices.remove),
    onSuccess: ({ message }) => onLeave(message),
  });
  return (
    <ConfirmDialog
      title={`お知らせ「${notice_title}」を削除しますか？`}
      confirmLabel="削除する"
      isBusy={isPending}
      error={error ? sentenceOf(error, "お知らせの削除に失敗しました。") : undefined}
      onConfirm={() => mutate({ params: { id } })}
      onClose={() => onLeave()}
    >
      {state === "published" && "会員の画面からも消えます。"}
      元に戻すことはできません。
    </ConfirmDialog>
  );
}
