import { PlaylistGrid, PlaylistGridSkeleton } from "./playlist-grid.tsx";
import { usePlaylists } from "./playlist-list.ts";
import { useIsStaff } from "../../api/profile.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";

export default function PlaylistsPage() {
  usePageTitle("再生リスト");
  const isStaff = useIsStaff();
  return (
    <div className="mx-auto grid w-full max-w-wide gap-6 px-4 py-6 md:px-6">
      <div className="flex min-h-target flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl">再生リスト</h1>
        {isStaff && <ButtonLink to="/playlists/create">再生リストを作成</ButtonLink>}
      </div>
      <Playlists />
    </div>
  );
}

function Playlists() {
  const found = usePlaylists();
  const { data } = found;
  if (!data)
    return <NotLoaded query={found} message="再生リストの読み込みに失敗しました" skeleton={<PlaylistGridSkeleton />} />;
  if (data.length > 0) return <PlaylistGrid playlists={data} />;
  return (
    <EmptyState action={<ButtonLink to="/new-videos">新着動画を見る</ButtonLink>}>再生リストはありません</EmptyState>
  );
}
