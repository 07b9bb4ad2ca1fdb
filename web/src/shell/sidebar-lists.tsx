import { contract } from "@manabiya/contract";
import { useRead } from "../api/calls.ts";
import type { useCategories } from "../catalogue/categories/category-list.ts";
import type { usePlaylists } from "../catalogue/playlists/playlist-list.ts";
import { Banner } from "../ui/banner.tsx";
import { Loading } from "../ui/spinner.tsx";
import { Fragment } from "react";
import { SidebarFailure, SidebarHeading, SidebarLink } from "../ui/page/sidebar-link.tsx";
import type { BegunCourse } from "@manabiya/contract/lists/courses.ts";
import { ListVideo } from "lucide-react";
import { Link } from "react-router";
import type { Playlist } from "../api/answers.ts";
import { useIsStaff } from "../api/profile.ts";

interface SidebarListsProps {
  playlists: ReturnType<typeof usePlaylists>;
  categories: ReturnType<typeof useCategories>;
}

/** A file of its own, because the lists wait for their data anyway. */
export default function SidebarLists({ playlists, categories }: SidebarListsProps) {
  const begun = useRead(contract.courses.list);
  // Folded lists that open later would shift the categories.
  if (begun.isPending) return <Loading className="justify-start p-3" />;
  return (
    <>
      {playlists.isError && categories.isError && <Banner tone="danger">データの取得に失敗しました</Banner>}
      <SidebarPlaylists playlists={playlists} begun={begun.data?.results ?? []} />
      <div role="group" aria-labelledby="sidebar-categories">
        <SidebarHeading id="sidebar-categories">カテゴリー</SidebarHeading>
        <Categories categories={categories} />
      </div>
    </>
  );
}

function Categories({ categories }: { categories: ReturnType<typeof useCategories> }) {
  const { data } = categories;
  if (!data) return <SidebarFailure query={categories} message="カテゴリーを読み込めませんでした" />;
  if (data.length === 0) return <p className="px-3 text-muted">カテゴリーはありません</p>;
  return (
    <ul>
      {data.map((parent) => (
        <Fragment key={parent.id}>
          <SidebarLink to={`/category/${parent.id}`}>{parent.name}</SidebarLink>
          {parent.children.length > 0 && (
            <li>
              <ul aria-label={parent.name} className="flex flex-wrap pl-1 text-xs">
                {parent.children.map(({ id, name }) => (
                  <SidebarLink key={id} to={`/category/${id}`} isChild>
                    {name}
                  </SidebarLink>
                ))}
              </ul>
            </li>
          )}
        </Fragment>
      ))}
    </ul>
  );
}

/** Begun playlists that stand unfolded. */
const SHOWN = 2;

interface SidebarPlaylistsProps {
  playlists: ReturnType<typeof usePlaylists>;
  begun: readonly BegunCourse[];
}

function SidebarPlaylists({ playlists, begun }: SidebarPlaylistsProps) {
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
          <SidebarLink to="/playlists/create">再生リストを作成</SidebarLink>
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
