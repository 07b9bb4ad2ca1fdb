import type { AdminTag } from "@manabiya/contract/staff/tags.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useQueryClient } from "@tanstack/react-query";
import { dropRecord } from "../table/list-cache.ts";
import { useDeletion } from "../table/use-deletion.ts";
import { call, query } from "../../api/calls.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";

export function DeleteTagDialog({ tag, onLeave }: { tag: AdminTag; onLeave: (message?: string) => void }) {
  const client = useQueryClient();
  const { id } = tag;
  const { record, dialog } = useDeletion({
    record: tag,
    remove: (revision) => call(staff.adminTags.remove, { params: { id }, querystring: { revision } }),
    onRemoved: (message) => {
      dropRecord(client, query(staff.adminTags.list).queryKey, id);
      onLeave(message);
    },
    failed: "タグの削除に失敗しました。",
  });
  const { name, video_count } = record;
  return (
    <ConfirmDialog
      title={`タグ「${name}」を削除しますか？`}
      confirmLabel="削除する"
      {...dialog}
      onClose={() => onLeave()}
    >
      {video_count > 0
        ? `動画${video_count}本から外れます。動画は残ります。`
        : "このタグの動画はありません。"}
      元に戻すことはできません。
    </ConfirmDialog>
  );
}
