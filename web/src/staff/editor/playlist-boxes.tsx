import { Choice } from "../../forms/choice.tsx";
import { contract } from "@manabiya/contract";
import type { AdminVideo, PlaylistOfVideo } from "@manabiya/contract/staff/videos.ts";
import { useMutation } from "@tanstack/react-query";
import { call, sentenceOf, useRead } from "../../api/calls.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { CheckboxGroup } from "../videos/category-boxes.tsx";

const CREATE = <ButtonLink to="/playlists/create">再生リストを作成</ButtonLink>;

/** The playlists that contain the video. A change is stored at once. */
export function PlaylistBoxes({ video }: { video: AdminVideo }) {
  const found = useRead(contract.adminVideos.playlists, { params: { id: String(video.id) } });
  const { data } = found;
  const change = useMutation({
    mutationFn: ({ playlist, contains }: { playlist: PlaylistOfVideo; contains: boolean }) =>
      contains
        ? call(contract.playlistManagement.addVideo, { params: { id: playlist.id }, body: { video_id: video.id } })
        : call(contract.playlistManagement.removeVideo, { params: { id: playlist.id, video_id: video.id } }),
    // The shown boxes may be older than another editor's change.
    onError: () => void found.refetch(),
  });
  if (!data) return <NotLoaded query={found} message="再生リストを読み込めませんでした。" blocks={["h-32"]} />;
  if (data.length === 0) return <EmptyState action={CREATE}>再生リストはありません</EmptyState>;
  const { variables, isPending, isSuccess, error } = change;
  return (
    <div className="grid max-w-reading gap-2">
      <p className="phrase text-xs text-muted">
        選ぶとすぐに、再生リストの最後に入ります。チェックを外すと、再生リストから削除されます。
      </p>
      <CheckboxGroup
        legend="この動画が入っている再生リスト"
        chosen={data.filter(({ contains }) => contains).length}
        error={error ? sentenceOf(error, "再生リストの更新に失敗しました。") : undefined}
      >
        {data.map((playlist) => (
          <Choice
            key={playlist.id}
            label={playlist.title}
            checked={isPending && variables.playlist.id === playlist.id ? variables.contains : playlist.contains}
            onChange={({ target }) => !isPending && change.mutate({ playlist, contains: target.checked })}
          />
        ))}
      </CheckboxGroup>
      <p role="status" className="text-success">
        {isSuccess && `「${variables.playlist.title}」${variables.contains ? "に追加しました。" : "から外しました。"}`}
      </p>
    </div>
  );
}
