import { HITS_MAX, searchWords } from "@manabiya/contract/rules/search-text.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams, useNavigate } from "react-router";
import type { SearchHit, Playlist } from "../../api/answers.ts";
import { searchFailure } from "../../api/search-failure.ts";
import { withFilter } from "../../paging/change-address.ts";
import { ListLayout } from "../list/list-layout.tsx";
import { searchSortOf, wordsOf, type SearchSort } from "../../paging/list-address.ts";
import { searchQuery } from "../list/list-queries.ts";
import { useVideoList } from "../list/use-video-list.ts";
import { VideoListView } from "../list/video-list-view.tsx";
import { CardLink } from "../videos/card-link.tsx";
import { useLocked } from "../videos/use-locked.ts";
import { FoundBy, FoundInVideo } from "./found-in-video.tsx";
import { GroupedHits } from "./grouped-hits.tsx";
import { MarkedText } from "./marked-text.tsx";
import { NoResults } from "./no-results.tsx";
import { SEARCH_SORT, store } from "../../session/storage.ts";
import { useCategories } from "../categories/category-list.ts";
import { CompactSelect } from "../../paging/compact-select.tsx";
import { ListVideo } from "lucide-react";

export function SearchResults({ title }: { title: string }) {
  const [search] = useSearchParams();
  const list = useVideoList(searchQuery(search));
  const isLocked = useLocked();
  const { q } = wordsOf(search);
  // The list's own query, which knows more than its videos.
  const { count = 0, corrected, is_partly, marked_words, playlists = [] } = useQuery(searchQuery(search)).data ?? {};
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
      {count >= HITS_MAX && !list.isOtherPage && (
        <p>表示できるのは{HITS_MAX.toLocaleString("ja")}件までです。言葉を加えると、さらに絞り込めます。</p>
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

const SORTS: Record<SearchSort, string> = { newest: "新しい順", oldest: "古い順", relevance: "関連度順" };

/** Only the order by relevance is remembered. Another choice ends that, and the next search begins with the newest. */
function SearchSortSelect() {
  const [search] = useSearchParams();
  const navigate = useNavigate();

  function choose(sort: string): void {
    if (sort === "relevance") store.setItem(SEARCH_SORT, sort);
    else store.removeItem(SEARCH_SORT);
    void navigate(withFilter(search, "sort", sort === "newest" ? null : sort));
  }

  return <CompactSelect label="並び順" value={searchSortOf(search)} onChange={choose} options={SORTS} />;
}

function SearchFilters() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { data: branches } = useCategories();
  const { category } = wordsOf(search);
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:last:flex-[1_1_8rem]">
      <CompactSelect
        label="カテゴリー"
        value={category === undefined ? "" : String(category)}
        onChange={(chosen) => void navigate(withFilter(search, "category", chosen || null))}
      >
        <option value="">すべてのカテゴリー</option>
        {branches?.map((branch) => (
          <optgroup key={branch.id} label={branch.name}>
            <option value={branch.id}>{branch.name}のすべて</option>
            {branch.children.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </CompactSelect>
    </div>
  );
}

interface FoundPlaylistsProps {
  playlists: readonly Playlist[];
  /** Normalised. */
  words: readonly string[];
}

function FoundPlaylists({ playlists, words }: FoundPlaylistsProps) {
  if (playlists.length === 0) return null;
  return (
    <section aria-labelledby="found-playlists" className="grid gap-3">
      <h2 id="found-playlists" className="border-b pb-1 text-base">
        再生リスト
      </h2>
      <ul className="grid gap-2 grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))]">
        {playlists.map(({ id, title, title_breaks, video_count }) => (
          <li key={id}>
            <Link
              to={`/playlists/${id}`}
              className="flex min-h-target flex-wrap items-center gap-x-3 rounded-lg border bg-surface px-3 py-2 hover:bg-sunken"
            >
              <ListVideo aria-hidden className="size-5 shrink-0 text-primary" />
              <span className="min-w-0 flex-1 basis-28 font-bold">
                <MarkedText text={title} words={words} breaks={title_breaks} />
              </span>
              <span className="shrink-0 text-xs text-muted">{video_count}本の動画</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
