import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../api/calls.ts";
import type { useCategories } from "../catalogue/categories/category-list.ts";
import type { usePlaylists } from "../catalogue/playlists/playlist-list.ts";
import { Banner } from "../ui/banner.tsx";
import { Loading } from "../ui/spinner.tsx";
import { SidebarCategories } from "./sidebar-categories.tsx";
import { SidebarPlaylists } from "./sidebar-playlists.tsx";

interface SidebarListsProps {
  playlists: ReturnType<typeof usePlaylists>;
  categories: ReturnType<typeof useCategories>;
}

/** A file of its own, because the lists wait for their data anyway. */
export default function SidebarLists({ playlists, categories }: SidebarListsProps) {
  const begun = useQuery(query(contract.courses.list));
  // Folded lists that open later would shift the categories.
  if (begun.isPending) return <Loading className="justify-start p-3" />;
  return (
    <>
      {playlists.isError && categories.isError && <Banner tone="danger">データの取得に失敗しました</Banner>}
      <SidebarPlaylists playlists={playlists} begun={begun.data?.results ?? []} />
      <SidebarCategories categories={categories} />
    </>
  );
}
