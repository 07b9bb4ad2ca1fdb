import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { useSearchParams } from "react-router";
import type { SearchHit } from "../../api/answers.ts";
import { ListLayout } from "../../lists/list-layout.tsx";
import { wordsOf } from "../../lists/list-address.ts";
import { searchQuery } from "../../lists/list-queries.ts";
import { SortSelect } from "../../lists/sort-select.tsx";
import { useVideoList } from "../../lists/use-video-list.ts";
import { VideoListView } from "../../lists/video-list-view.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { CardLink } from "../videos/card-link.tsx";
import { useLocked } from "../videos/use-locked.ts";
import { ChapterHits } from "./chapter-hits.tsx";
import { MarkedText } from "./marked-text.tsx";
import { SearchFilters } from "./search-filters.tsx";

export function SearchResults({ title }: { title: string }) {
  const [search] = useSearchParams();
  const list = useVideoList(searchQuery(search));
  const isLocked = useLocked();
  const words = searchWords(wordsOf(search).q);

  function slotsOf(hit: SearchHit) {
    return {
      heading: (
        <CardLink video={hit} isLocked={isLocked}>
          <MarkedText text={hit.title} words={words} />
        </CardLink>
      ),
      children: !isLocked && <ChapterHits hit={hit} words={words} />,
    };
  }

  return (
    <ListLayout title={title} list={list} below={<SearchFilters />} sort={!list.isEmpty && <SortSelect />}>
      <VideoListView
        list={list}
        failure="検索結果の取得中にエラーが発生しました。"
        empty={<EmptyState action={<OtherVideosLink />}>検索結果がありません</EmptyState>}
        slots={slotsOf}
      />
    </ListLayout>
  );
}

function OtherVideosLink() {
  const [search] = useSearchParams();
  const { q, type, category } = wordsOf(search);
  if (type === "all" && category === undefined) {
    return <ButtonLink to="/new-videos">新着動画を見る</ButtonLink>;
  }
  return (
    <ButtonLink to={`/search?${new URLSearchParams({ q, type: "all" })}`}>すべての動画から探す</ButtonLink>
  );
}
