import type { MemberFilter } from "@manabiya/contract/staff/members.ts";
import { useNavigate, useSearchParams } from "react-router";
import { withFilter } from "../../paging/change-address.ts";
import { CompactSelect } from "../../paging/compact-select.tsx";
import { SearchForm } from "../table/search-form.tsx";
import { useHasRight } from "../table/staff-layout.tsx";
import { FILTER_LABELS } from "./member-texts.ts";

/** Reads the search and the filter from the address. */
export function searchOf(search: URLSearchParams): { q: string; status: MemberFilter } {
  const status = search.get("status") ?? "all";
  return {
    q: (search.get("q") ?? "").trim().slice(0, 100),
    status: status in FILTER_LABELS ? (status as MemberFilter) : "all",
  };
}

export function MemberSearch() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { q, status } = searchOf(search);
  const may = useHasRight();
  const labels = Object.entries(FILTER_LABELS).filter(([value]) => value !== "payment_failing" || may("staff.money"));
  return (
    <div className="flex flex-wrap gap-3">
      <SearchForm
        label="ユーザー名またはメールアドレス"
        placeholder="ユーザー名またはメールアドレス"
        q={q}
        onSearch={(words) => void navigate(withFilter(search, "q", words || null))}
        className="min-w-0 flex-1 basis-72"
      />
      <CompactSelect
        label="会員の状態"
        value={status}
        onChange={(value) => void navigate(withFilter(search, "status", value === "all" ? null : value))}
        options={Object.fromEntries(labels)}
      />
    </div>
  );
}
