import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams, Link } from "react-router";
import { Play } from "lucide-react";
import type { SearchHit } from "../../api/answers.ts";
import { searchFailure } from "../../api/search-failure.ts";
import { ListLayout } from "../../lists/list-layout.tsx";
import { wordsOf } from "../../lists/list-address.ts";
import { searchQuery } from "../../lists/list-queries.ts";
import { useVideoList } from "../../lists/use-video-list.ts";
import { VideoListView } from "../../lists/video-list-view.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { CardLink } from "../videos/card-link.tsx";
import { useLocked } from "../videos/use-locked.ts";
import { MarkedText } from "./marked-text.tsx";
import { SearchFilters } from "./search-filters.tsx";
import { SearchSortSelect } from "./search-sort.tsx";

export function SearchResults({ title }: { title: string }) {
  const [search] = useSearchParams();
  const list = useVideoList(searchQuery(search));
  const isLocked = useLocked();
  const { q } = wordsOf(search);
  // The list's own query, which knows more than its videos.
  const corrected = useQuery(searchQuery(search)).data?.corrected;
  const words = searchWords(corrected ?? q);

  function slotsOf(hit: SearchHit) {
    return {
      heading: (
        <CardLink video={hit} isLocked={isLocked}>
          <MarkedText text={hit.title} words={words} breaks={hit.title_breaks} />
        </CardLink>
      ),
      children: !isLocked && <ChapterHits hit={hit} words={words} />,
    };
  }

  return (
    <ListLayout title={title} list={list} below={<SearchFilters />} sort={!list.isEmpty && <SearchSortSelect />}>
      {corrected && !list.isOtherPage && (
        <p>
          「{q}」に一致する動画はありません。<b>「{corrected}」</b>の検索結果を表示しています。
        </p>
      )}
      <VideoListView
        list={list}
        failure={searchFailure(list.error, "検索結果の取得中にエラーが発生しました。")}
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
  return <ButtonLink to={`/search?${new URLSearchParams({ q, type: "all" })}`}>すべての動画から探す</ButtonLink>;
}

interface ChapterHitsProps {
  hit: Pick<SearchHit, "id" | "chapter_hits">;
  words: readonly string[];
}

/** Links to the matching chapters, above the link that covers the card. */
function ChapterHits({ hit: { id: video, chapter_hits = [] }, words }: ChapterHitsProps) {
  if (chapter_hits.length === 0) return null;
  return (
    <ul aria-label="見つかったチャプター" className="relative mt-1 border-l-2 border-signal">
      {chapter_hits.map(({ id, title, time_seconds, time_formatted }) => (
        <li key={id}>
          <Link
            to={`/video/${video}?t=${time_seconds}`}
            className="flex min-h-target items-center gap-2 rounded-r-md py-1.5 pr-2 pl-3 text-xs hover:bg-sunken"
          >
            <Play aria-hidden className="size-3 shrink-0 fill-current text-primary" />
            <span className="shrink-0 text-primary">{time_formatted}</span>
            <span className="min-w-0">
              <MarkedText text={title} words={words} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
