import { contract } from "@manabiya/contract";
import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import { useMutation } from "@tanstack/react-query";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { OrderedVideos } from "./ordered-videos.tsx";
import { useEntryOrder } from "./use-entry-order.ts";

export function EntryList({ playlist }: { playlist: ManagedPlaylist }) {
  const { entries, failure, show, save } = useEntryOrder(playlist);
  const removal = useMutation(mutation(contract.playlistManagement.removeVideo));
  const unremoved = removal.error && sentenceOf(removal.error, "動画を外せませんでした。もう一度お試しください。");
  return (
    <OrderedVideos
      title="動画"
      videos={entries.map(({ video }) => video)}
      empty="この再生リストに動画はありません"
      failure={failure ?? unremoved}
      onShow={show}
      onMove={save}
      removal="再生リストから外す"
      onRemove={({ id }) => removal.mutate({ params: { id: playlist.id, video_id: id } })}
      leaving={removal.isPending ? Number(removal.variables.params.video_id) : undefined}
    />
  );
}
