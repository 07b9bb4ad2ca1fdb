import { useSearchParams } from "react-router";
import { SavedList } from "./saved-list.tsx";
import { watchLaterQuery } from "./list-queries.ts";

export default function WatchLaterPage() {
  const [search] = useSearchParams();
  return (
    <SavedList
      flag="watch_later"
      title="後で見る"
      empty="後で見る動画はありません"
      failure="後で見る動画の取得に失敗しました。"
      query={watchLaterQuery(search)}
    />
  );
}
