import { CalendarCheck, Clock, Heart, History, House, NotebookPen, Sparkles } from "lucide-react";
import { Suspense } from "react";
import { useCategories } from "../catalogue/categories/category-list.ts";
import { usePlaylists } from "../catalogue/playlists/playlist-list.ts";
import { Loading } from "../ui/spinner.tsx";
import { lazyPart } from "../ui/page/lazy-part.ts";
import { SidebarLink } from "../ui/page/sidebar-link.tsx";

const SidebarLists = lazyPart(() => import("./sidebar-lists.tsx"));

const LOADING = <Loading className="justify-start p-3" />;

const LINKS = [
  ["/", "ホーム", House],
  ["/new-videos", "新着動画", Sparkles],
  ["/watch-later", "後で見る", Clock],
  ["/favorites", "お気に入り", Heart],
  ["/watch-history", "視聴履歴", History],
  ["/today", "今日の学習", CalendarCheck],
  ["/notes", "メモ", NotebookPen],
] as const;

export function SidebarContent() {
  const playlists = usePlaylists();
  const categories = useCategories();
  return (
    <nav aria-label="メイン" className="grid gap-2 px-2 py-2">
      <ul>
        {LINKS.map(([to, name, icon]) => (
          <SidebarLink key={to} to={to} icon={icon}>
            {name}
          </SidebarLink>
        ))}
      </ul>
      {playlists.isPending || categories.isPending ? (
        // Both at once, so that neither shifts the other.
        LOADING
      ) : (
        <Suspense fallback={LOADING}>
          <SidebarLists playlists={playlists} categories={categories} />
        </Suspense>
      )}
    </nav>
  );
}
