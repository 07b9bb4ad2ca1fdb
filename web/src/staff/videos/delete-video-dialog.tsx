import { contract } from "@manabiya/contract";
import { type AdminVideo, type VideoEffects } from "@manabiya/contract/staff/videos.ts";
import { TRASH_DAYS } from "@manabiya/contract/rules/stored-videos.ts";
import { useDeletion } from "../table/deletion-dialog.tsx";
import { call, useRead } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/loaded.tsx";

interface DeleteVideoDialogProps {
  video: AdminVideo;
  onClose: () => void;
  onDeleted: (message: string) => void;
}

/** Names the effects of the deletion, and how long it can be undone. */
export function DeleteVideoDialog({ video, onClose, onDeleted }: DeleteVideoDialogProps) {
  const params = { id: String(video.id) };
  const { record, isRemoved, dialog } = useDeletion({
    record: video,
    remove: (revision) => call(contract.adminVideos.remove, { params, querystring: { revision } }),
    onRemoved: onDeleted,
    failed: "動画の削除に失敗しました。",
  });
  const { isBusy, error, onConfirm } = dialog;
  const effects = useRead(
    contract.adminVideos.effects,
    { params },
    {
      staleTime: 0,
      // The call answers 404 once the video is deleted.
      enabled: !isBusy && !isRemoved,
    },
  );
  return (
    <Dialog title="動画を削除しますか？" onClose={onClose}>
      <div className="phrase">
        <p>「{record.title}」を削除します。</p>
        <p className="mt-2" aria-live="polite">
          {effects.isPending && "削除による影響を確認しています。"}
          {effects.data && effectText(effects.data)}
        </p>
        <p className="mt-2">{TRASH_DAYS}日以内はゴミ箱から、そのまま元に戻せます。</p>
      </div>
      {effects.isError && !effects.data && <Failure message="削除による影響を確認できませんでした。" query={effects} />}
      {error && <Banner tone="danger">{error}</Banner>}
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          キャンセル
        </Button>
        {/* Staff cannot delete before the effects are known. */}
        <Button look="danger" isBusy={isBusy} disabled={!effects.data} onClick={onConfirm}>
          削除する
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function effectText({ chapters, playlists, favorites, watch_later, history }: VideoEffects): string {
  const sentences = [
    chapters > 0 && `チャプター${chapters}件が表示されなくなります`,
    playlists > 0 && `再生リスト${playlists}件から外れます`,
    favorites > 0 && `会員${favorites}人のお気に入りから外れます`,
    watch_later > 0 && `会員${watch_later}人の「後で見る」から外れます`,
    history > 0 && `会員${history}人の視聴履歴から外れます`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0
    ? "チャプター、再生リスト、お気に入りへの影響はありません。"
    : `${sentences.join("。")}。`;
}
