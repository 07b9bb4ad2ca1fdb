import { Clock, Heart, History, House, Sparkles } from "lucide-react";
import { usePlaylists } from "../catalogue/playlists/playlist-list.ts";
import { Banner } from "../ui/banner.tsx";
import { Loading } from "../ui/spinner.tsx";
import { SidebarCategories } from "./sidebar-categories.tsx";
import { SidebarLink } from "./sidebar-link.tsx";
import { SidebarPlaylists } from "./sidebar-playlists.tsx";
import { useCategories } from "../catalogue/categories/category-list.ts";

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
      </ul>
      {playlists.isError && categories.isError && <Banner tone="danger">データの取得に失敗しました</Banner>}
      {playlists.isPending || categories.isPending ? (
        // Both at once, so that neither shifts the other.
        <Loading className="justify-start p-3" />
      ) : (
        <>
          <SidebarPlaylists playlists={playlists} />
          <SidebarCategories categories={categories} />
        </>
      )}
    </nav>
  );
}
