import type { AdminChapter } from "@manabiya/contract/staff/chapters.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useDeletion } from "../table/use-deletion.ts";
import { call } from "../../api/calls.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";

interface DeleteChapterDialogProps {
  videoId: number;
  chapter: AdminChapter;
  /** `message` says that it was deleted. */
  onLeave: (message?: string) => void;
}

export function DeleteChapterDialog({ videoId, chapter, onLeave }: DeleteChapterDialogProps) {
  const params = { id: String(videoId), chapter_id: chapter.id };
  const { record, dialog } = useDeletion({
    record: chapter,
    remove: (revision) => call(staff.adminChapters.remove, { params, querystring: { revision } }),
    onRemoved: (message) => onLeave(message || "チャプターを削除しました。"),
    failed: "チャプターの削除に失敗しました。",
  });
  const { time_formatted, title } = record;
  return (
    <ConfirmDialog
      title="チャプターを削除しますか？"
      confirmLabel="削除する"
      {...dialog}
      onClose={() => onLeave()}
    >
      {time_formatted}「{title}」を削除します。元に戻すことはできません。
    </ConfirmDialog>
  );
}
