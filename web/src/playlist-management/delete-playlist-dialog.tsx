import type { ManagedPlaylist } from "@manabiya/contract/playlist-management.ts";
import { contract } from "@manabiya/contract";
import { staff } from "@manabiya/contract/staff.ts";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { mutation, sentenceOf } from "../api.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";

interface DeletePlaylistDialogProps {
  playlist: ManagedPlaylist;
  onClose: () => void;
}

export function DeletePlaylistDialog({ playlist, onClose }: DeletePlaylistDialogProps) {
  const navigate = useNavigate();
  const { id, title, entries } = playlist;
  const { mutate, isPending, error } = useMutation({
    // The playlist itself is not fetched again: it is gone.
    ...mutation(staff.playlistManagement.remove, { changes: [contract.playlists.list] }),
    onSuccess: () => void navigate("/playlists", { replace: true }),
  });
  return (
    <ConfirmDialog
      title={`再生リスト「${title}」を削除しますか？`}
      confirmLabel="削除する"
      isBusy={isPending}
      error={error ? sentenceOf(error, "再生リストの削除に失敗しました。") : undefined}
      onConfirm={() => mutate({ params: { id } })}
      onClose={onClose}
    >
      {entries.length > 0 && `動画${entries.length}本の並びが失われます。動画は残ります。`}
      元に戻すことはできません。
    </ConfirmDialog>
  );
}
