import { CalendarCheck, Clock, Heart, History, House, NotebookPen, Sparkles } from "lucide-react";
import { Suspense } from "react";
import { useCategories } from "../catalogue/categories/category-list.ts";
import { usePlaylists } from "../catalogue/playlists/playlist-list.ts";
import { Loading } from "../ui/spinner.tsx";
import { lazyPart } from "../ui/page/lazy-part.ts";
import { SidebarLink } from "../ui/page/sidebar-link.tsx";

const SidebarLists = lazyPart(() => import("./sidebar-lists.tsx"));

const LOADING = <Loading className="justify-start p-3" />;

export function SidebarContent() {
  const playlists = usePlaylists();
  const categories = useCategories();
  return (
    <nav aria-label="メイン" className="grid gap-6 px-2 py-4">
      <ul>
        <SidebarLink to="/" icon={House}>
          ホーム
        </SidebarLink>
        <SidebarLink to="/new-videos" icon={Sparkles}>
          新着動画
        </SidebarLink>
        <SidebarLink to="/watch-later" icon={Clock}>
          後で見る
        </SidebarLink>
        <SidebarLink to="/favorites" icon={Heart}>
          お気に入り
        </SidebarLink>
        <SidebarLink to="/watch-history" icon={History}>
          視聴履歴
        </SidebarLink>
        <SidebarLink to="/today" icon={CalendarCheck}>
          今日の学習
        </SidebarLink>
        <SidebarLink to="/notes" icon={NotebookPen}>
          メモ
        </SidebarLink>
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
