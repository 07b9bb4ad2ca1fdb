import { useSearchParams } from "react-router";
import { ListLayout } from "../list/list-layout.tsx";
import { newVideosQuery } from "../list/list-queries.ts";
import { SortSelect } from "../../paging/address-select.tsx";
import { useVideoList } from "../list/use-video-list.ts";
import { VideoListView } from "../list/video-list-view.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

export default function NewVideosPage() {
  const [search] = useSearchParams();
  const list = useVideoList(newVideosQuery(search));
  usePageTitle("新着動画");
  return (
    <ListLayout title="新着動画" list={list} sort={!list.isEmpty && <SortSelect />}>
      <VideoListView
        list={list}
        failure="新着動画を読み込めませんでした。"
        empty={
          <EmptyState action={<ButtonLink to="/">ホームへ</ButtonLink>}>
            新着動画はありません。公開された動画が、ここに並びます。
          </EmptyState>
        }
      />
    </ListLayout>
  );
}
