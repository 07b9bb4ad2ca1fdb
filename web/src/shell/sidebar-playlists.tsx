import { LayoutGrid, ListVideo } from "lucide-react";
import type { usePlaylists } from "../catalogue/playlists/playlist-list.ts";
import { useIsStaff } from "../api/profile.ts";
import { SidebarFailure, SidebarHeading, SidebarLink } from "../ui/page/sidebar-link.tsx";

export function SidebarPlaylists({ playlists }: { playlists: ReturnType<typeof usePlaylists> }) {
  const isStaff = useIsStaff();
  return (
    <div role="group" aria-labelledby="sidebar-playlists">
      <SidebarHeading id="sidebar-playlists">再生リスト</SidebarHeading>
      <Playlists playlists={playlists} />
      <ul>
        <SidebarLink to="/playlists" icon={LayoutGrid}>
          再生リスト一覧
        </SidebarLink>
        {isStaff && (
          <SidebarLink to="/playlists/create" isChild>
            再生リストを作成
          </SidebarLink>
        )}
      </ul>
    </div>
  );
}

function Playlists({ playlists }: { playlists: ReturnType<typeof usePlaylists> }) {
  const { data } = playlists;
  if (!data) return <SidebarFailure query={playlists} message="再生リストの読み込みに失敗しました" />;
  if (data.length === 0) return <p className="px-3 text-muted">再生リストはありません</p>;
  return (
    <ul>
      {data.map(({ id, title }) => (
        <SidebarLink key={id} to={`/playlists/${id}`} icon={ListVideo}>
          {title}
        </SidebarLink>
      ))}
    </ul>
  );
}
