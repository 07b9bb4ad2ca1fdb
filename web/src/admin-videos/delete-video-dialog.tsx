import { type AdminVideo, type VideoEffects } from "@manabiya/contract/admin-videos.ts";
import { staff } from "@manabiya/contract/staff.ts";
import { useQuery } from "@tanstack/react-query";
import { useDeletion } from "../admin/use-deletion.ts";
import { call, query } from "../api.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";

interface DeleteVideoDialogProps {
  video: AdminVideo;
  onClose: () => void;
  onDeleted: (message: string) => void;
}

/** Says what goes with the video, and how long it can come back. */
export function DeleteVideoDialog({ video, onClose, onDeleted }: DeleteVideoDialogProps) {
  const params = { id: String(video.id) };
  const { record, isRemoved, dialog } = useDeletion({
    record: video,
    remove: (revision) => call(staff.adminVideos.remove, { params, querystring: { revision } }),
    onRemoved: onDeleted,
    failed: "動画の削除に失敗しました。",
  });
  const effects = useQuery({
    ...query(staff.adminVideos.effects, { params }),
    staleTime: 0,
    // Of a video that is gone nothing is asked.
    enabled: !dialog.isBusy && !isRemoved,
  });
  return (
    <ConfirmDialog title="動画を削除しますか？" confirmLabel="削除する" {...dialog} onClose={onClose}>
      <p>「{record.title}」を削除します。</p>
      <p className="mt-2" aria-live="polite">
        {effects.data && effectText(effects.data)}
      </p>
      <p className="mt-2">30日以内はゴミ箱から、そのまま元に戻せます。</p>
    </ConfirmDialog>
  );
}

function effectText({ chapters, playlists, favorites, watch_later, history }: VideoEffects): string {
  const parts = [
    chapters > 0 && `チャプター${chapters}件が表示されなくなります`,
    playlists > 0 && `再生リスト${playlists}件から外れます`,
    favorites > 0 && `会員${favorites}人のお気に入りから外れます`,
    watch_later > 0 && `会員${watch_later}人の「後で見る」から外れます`,
    history > 0 && `会員${history}人の視聴履歴から外れます`,
  ].filter((part) => part !== false);
  return parts.length === 0
    ? "チャプター、再生リスト、お気に入りへの影響はありません。"
    : `${parts.join("。")}。`;
}
