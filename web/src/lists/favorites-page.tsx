import { useSearchParams } from "react-router";
import { SavedList } from "./saved-list.tsx";
import { favoritesQuery } from "../catalogue/list/list-queries.ts";

export default function FavoritesPage() {
  const [search] = useSearchParams();
  return (
    <SavedList
      flag="is_favorite"
      title="お気に入り"
      empty="お気に入りの動画はありません。ハートを押した動画が、ここに並びます。"
      failure="お気に入りの動画を読み込めませんでした。"
      query={favoritesQuery(search)}
    />
  );
}
