import { useNavigate, useSearchParams } from "react-router";
import { withFilter } from "../../paging/change-address.ts";
import { CompactSelect } from "../../paging/compact-select.tsx";
import { SearchForm } from "../table/search-form.tsx";
import { choiceOf, SHOWS, SORTS } from "./use-admin-videos.ts";

/** Search, filter and order of the table, all in the address. */
export function VideoFilters() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { q, show, sort } = choiceOf(search);
  const go = (name: string, value: string, usual: string) => {
    // The rendered address can lag behind the current one.
    const now = new URLSearchParams(window.location.search);
    void navigate(withFilter(now, name, value === usual ? null : value));
  };
  return (
    <div className="grid min-w-0 flex-1 gap-3 @max-3xl:basis-full @xl:grid-cols-2 @3xl:grid-cols-[minmax(0,1fr)_auto_auto]">
      <SearchForm
        label="動画を検索"
        placeholder="タイトル、概要文、タグなど"
        q={q}
        onSearch={(words) => go("q", words, "")}
        className="@xl:@max-3xl:col-span-2"
      />
      <CompactSelect label="表示する動画" value={show} onChange={(value) => go("show", value, "all")} options={SHOWS} />
      <CompactSelect label="並び順" value={sort} onChange={(value) => go("sort", value, "newest")} options={SORTS} />
    </div>
  );
}
