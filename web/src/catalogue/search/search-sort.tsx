import { useNavigate, useSearchParams } from "react-router";
import { SEARCH_SORT, store } from "../../session/storage.ts";
import { withFilter } from "../../paging/change-address.ts";
import { type SearchSort, searchSortOf } from "../../paging/list-address.ts";
import { SortChoice } from "../../paging/sort-select.tsx";

const SORTS: Record<SearchSort, string> = { newest: "新しい順", oldest: "古い順", relevance: "関連度順" };

/** Only the order by relevance is remembered. Another choice ends that, and the next search begins with the newest. */
export function SearchSortSelect() {
  const [search] = useSearchParams();
  const navigate = useNavigate();

  function choose(sort: SearchSort) {
    if (sort === "relevance") store.setItem(SEARCH_SORT, sort);
    else store.removeItem(SEARCH_SORT);
    void navigate(withFilter(search, "sort", sort === "newest" ? null : sort));
  }

  return <SortChoice sorts={SORTS} value={searchSortOf(search)} onChange={choose} />;
}
