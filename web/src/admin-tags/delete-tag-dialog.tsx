import type { AdminTag } from "@manabiya/contract/admin-tags.ts";
import { staff } from "@manabiya/contract/staff.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dropRecord } from "../admin/list-cache.ts";
import { mutation, query, sentenceOf } from "../api.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";

export function DeleteTagDialog({ tag, onLeave }: { tag: AdminTag; onLeave: (message?: string) => void }) {
  const client = useQueryClient();
  const { id, name, video_count } = tag;
  const { mutate, isPending, error } = useMutation({
    ...mutation(staff.adminTags.remove),
    onSuccess: ({ message }) => {
      dropRecord(client, query(staff.adminTags.list).queryKey, id);
      onLeave(message);
    },
  });
  return (
    <ConfirmDialog
      title={`タグ「${name}」を削除しますか？`}
      confirmLabel="削除する"
      isBusy={isPending}
      error={error ? sentenceOf(error, "タグの削除に失敗しました。") : undefined}
      onConfirm={() => mutate({ params: { id } })}
      onClose={() => onLeave()}
    >
      {video_count > 0
        ? `動画${video_count}本から外れます。動画は残ります。`
        : "このタグの動画はありません。"}
      元に戻すことはできません。
    </ConfirmDialog>
  );
}
