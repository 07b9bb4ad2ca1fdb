import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { SearchHit } from "../../api/answers.ts";
import { searchFailure } from "../../api/search-failure.ts";
import { withFilter } from "../../paging/change-address.ts";
import { ListLayout } from "../list/list-layout.tsx";
import { searchSortOf, wordsOf } from "../../paging/list-address.ts";
import { searchQuery } from "../list/list-queries.ts";
import { useVideoList } from "../list/use-video-list.ts";
import { VideoListView } from "../list/video-list-view.tsx";
import { CardLink } from "../videos/card-link.tsx";
import { useLocked } from "../videos/use-locked.ts";
import { FoundBy, FoundInVideo } from "./found-in-video.tsx";
import { FoundPlaylists } from "./found-playlists.tsx";
import { GroupedHits } from "./grouped-hits.tsx";
import { MarkedText } from "./marked-text.tsx";
import { NoResults } from "./no-results.tsx";
import { SearchFilters } from "./search-filters.tsx";
import { SearchSortSelect } from "./search-sort.tsx";

export function SearchResults({ title }: { title: string }) {
  const [search] = useSearchParams();
  const list = useVideoList(searchQuery(search));
  const isLocked = useLocked();
  const { q } = wordsOf(search);
  // The list's own query, which knows more than its videos.
  const { corrected, is_partly, marked_words, playlists = [] } = useQuery(searchQuery(search)).data ?? {};
  const words = marked_words ?? searchWords(corrected ?? q);

  function slotsOf(hit: SearchHit) {
    return {
      heading: (
        <CardLink video={hit} isLocked={isLocked}>
          <MarkedText text={hit.title} words={words} breaks={hit.title_breaks} />
        </CardLink>
      ),
      children: (
        <>
          <FoundBy hit={hit} />
          {!isLocked && <FoundInVideo hit={hit} words={words} />}
        </>
      ),
    };
  }

  return (
    <ListLayout title={title} list={list} below={<SearchFilters />} sort={!list.isEmpty && <SearchSortSelect />}>
      {corrected && !list.isOtherPage && (
        <p>
          「{q}」に一致する動画はありません。<b>「{corrected}」</b>の検索結果を表示しています。
        </p>
      )}
      {is_partly && searchSortOf(search) !== "relevance" && !list.isOtherPage && (
        <p>
          すべての言葉を含む動画はありません。
          <Link to={withFilter(search, "sort", "relevance")} className="text-primary underline">
            関連度順
          </Link>
          にすると、近い動画から表示します。
        </p>
      )}
      <VideoListView
        list={list}
        failure={searchFailure(list.error, "検索結果の取得中にエラーが発生しました。")}
        empty={<NoResults />}
        slots={slotsOf}
        Grid={GroupedHits}
      />
      <FoundPlaylists playlists={playlists} words={words} />
    </ListLayout>
  );
}
