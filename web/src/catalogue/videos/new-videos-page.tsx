import { useSearchParams } from "react-router";
import { ListLayout } from "../../lists/list-layout.tsx";
import { newVideosQuery } from "../../lists/list-queries.ts";
import { SortSelect } from "../../lists/sort-select.tsx";
import { useVideoList } from "../../lists/use-video-list.ts";
import { VideoListView } from "../../lists/video-list-view.tsx";
import { usePageTitle } from "../../shell/use-page-title.ts";
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
        empty={<EmptyState action={<ButtonLink to="/">ホームへ</ButtonLink>}>新着動画はありません</EmptyState>}
      />
    </ListLayout>
  );
}
