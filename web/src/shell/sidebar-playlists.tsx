import type { BegunCourse } from "@manabiya/contract/lists/courses.ts";
import { ListVideo } from "lucide-react";
import { Link } from "react-router";
import type { Playlist } from "../api/answers.ts";
import type { usePlaylists } from "../catalogue/playlists/playlist-list.ts";
import { useIsStaff } from "../api/profile.ts";
import { SidebarFailure, SidebarHeading, SidebarLink } from "../ui/page/sidebar-link.tsx";

/** Begun playlists that stand unfolded. */
const SHOWN = 2;

interface SidebarPlaylistsProps {
  playlists: ReturnType<typeof usePlaylists>;
  begun: readonly BegunCourse[];
}

export function SidebarPlaylists({ playlists, begun }: SidebarPlaylistsProps) {
  const isStaff = useIsStaff();
  return (
    <div role="group" aria-labelledby="sidebar-playlists">
      <div className="flex items-center justify-between">
        <SidebarHeading id="sidebar-playlists">再生リスト</SidebarHeading>
        <Link
          to="/playlists"
          aria-label="再生リスト一覧"
          className="flex min-h-target items-center rounded-md px-3 text-xs text-primary hover:bg-sunken pointer-fine:min-h-7"
        >
          一覧
        </Link>
      </div>
      <Playlists playlists={playlists} begun={begun} />
      {isStaff && (
        <ul>
          <SidebarLink to="/playlists/create" isChild>
            再生リストを作成
          </SidebarLink>
        </ul>
      )}
    </div>
  );
}

function Playlists({ playlists, begun }: SidebarPlaylistsProps) {
  const { data } = playlists;
  if (!data) return <SidebarFailure query={playlists} message="再生リストの読み込みに失敗しました" />;
  if (data.length === 0) return <p className="px-3 text-muted">再生リストはありません</p>;
  const unfinished = begun.filter(({ finished_count, video_count }) => finished_count < video_count).slice(0, SHOWN);
  const isShown = ({ id }: Playlist) => unfinished.some((course) => course.id === id);
  const shown = data.filter(isShown);
  const folded = data.filter((playlist) => !isShown(playlist));
  return (
    <>
      <Links playlists={shown} />
      {folded.length > 0 && (
        <details>
          <summary className="min-h-target content-center rounded-md px-3 text-muted hover:bg-sunken pointer-fine:min-h-7">
            {shown.length > 0 ? "ほかの" : ""}再生リスト {folded.length}件
          </summary>
          <Links playlists={folded} />
        </details>
      )}
    </>
  );
}

function Links({ playlists }: { playlists: readonly Playlist[] }) {
  return (
    <ul>
      {playlists.map(({ id, title }) => (
        <SidebarLink key={id} to={`/playlists/${id}`} icon={ListVideo}>
          {title}
        </SidebarLink>
      ))}
    </ul>
  );
}
