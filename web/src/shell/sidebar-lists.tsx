import type { useCategories } from "../catalogue/categories/category-list.ts";
import type { usePlaylists } from "../catalogue/playlists/playlist-list.ts";
import { Banner } from "../ui/banner.tsx";
import { SidebarCategories } from "./sidebar-categories.tsx";
import { SidebarPlaylists } from "./sidebar-playlists.tsx";

interface SidebarListsProps {
  playlists: ReturnType<typeof usePlaylists>;
  categories: ReturnType<typeof useCategories>;
}

/** A file of its own, because the lists wait for their data anyway. */
export default function SidebarLists({ playlists, categories }: SidebarListsProps) {
  return (
    <>
      {playlists.isError && categories.isError && <Banner tone="danger">データの取得に失敗しました</Banner>}
      <SidebarPlaylists playlists={playlists} />
      <SidebarCategories categories={categories} />
    </>
  );
}
