import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import { contract } from "@manabiya/contract";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useNavigate } from "react-router";
import { forgetUnsaved } from "../../forms/unsaved.ts";
import { useDeletion } from "../table/use-deletion.ts";
import { call } from "../../api/calls.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";

interface DeletePlaylistDialogProps {
  playlist: ManagedPlaylist;
  onClose: () => void;
}

export function DeletePlaylistDialog({ playlist, onClose }: DeletePlaylistDialogProps) {
  const navigate = useNavigate();
  const { id } = playlist;
  const { record, dialog } = useDeletion({
    record: playlist,
    remove: (revision) =>
      call(staff.playlistManagement.remove, { params: { id }, querystring: { revision } }),
    // The playlist itself is not fetched again: it is gone.
    meta: { changes: [contract.playlists.list.url] },
    onRemoved: () => {
      forgetUnsaved();
      void navigate("/playlists", { replace: true });
    },
    failed: "再生リストの削除に失敗しました。",
  });
  const { title, entries } = record;
  return (
    <ConfirmDialog
      title={`再生リスト「${title}」を削除しますか？`}
      confirmLabel="削除する"
      {...dialog}
      onClose={onClose}
    >
      {entries.length > 0 && `動画${entries.length}本の並びが失われます。動画は残ります。`}
      元に戻すことはできません。
    </ConfirmDialog>
  );
}
