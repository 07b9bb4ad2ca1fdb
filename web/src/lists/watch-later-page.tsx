import { useSearchParams } from "react-router";
import { SavedList } from "./saved-list.tsx";
import { watchLaterQuery } from "../catalogue/list/list-queries.ts";

export default function WatchLaterPage() {
  const [search] = useSearchParams();
  return (
    <SavedList
      flag="watch_later"
      title="後で見る"
      empty="「後で見る」に追加した動画はありません。時計を押した動画が、ここに並びます。"
      failure="「後で見る」を読み込めませんでした。"
      query={watchLaterQuery(search)}
    />
  );
}
