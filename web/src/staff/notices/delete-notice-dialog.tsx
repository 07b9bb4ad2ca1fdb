import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useDeletion } from "../table/use-deletion.ts";
import { call } from "../../api/calls.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";

interface DeleteNoticeDialogProps {
  notice: AdminNotice;
  onLeave: (message?: string) => void;
}

export function DeleteNoticeDialog({ notice, onLeave }: DeleteNoticeDialogProps) {
  const { id } = notice;
  const { record, dialog } = useDeletion({
    record: notice,
    remove: (revision) => call(staff.adminNotices.remove, { params: { id }, querystring: { revision } }),
    onRemoved: onLeave,
    failed: "お知らせの削除に失敗しました。",
  });
  const { notice_title, state } = record;
  return (
    <ConfirmDialog
      title={`お知らせ「${notice_title}」を削除しますか？`}
      confirmLabel="削除する"
      {...dialog}
      onClose={() => onLeave()}
    >
      {state === "published" && "会員の画面からも消えます。"}
      元に戻すことはできません。
    </ConfirmDialog>
  );
}
