import { Options } from "../../forms/options.tsx";
import type { MemberFilter } from "@manabiya/contract/staff/members.ts";
import { Search } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { withFilter } from "../../paging/change-address.ts";
import { CompactSelect } from "../../paging/compact-select.tsx";
import { Button } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/text-field.tsx";
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
      <form
        role="search"
        aria-label="会員を検索"
        className="flex min-w-0 flex-1 basis-72 gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const words = new FormData(event.currentTarget).get("q");
          void navigate(withFilter(search, "q", (typeof words === "string" && words.trim()) || null));
        }}
      >
        <input
          key={q}
          name="q"
          type="search"
          maxLength={100}
          defaultValue={q}
          aria-label="ユーザー名またはメールアドレス"
          placeholder="ユーザー名またはメールアドレス"
          className={CONTROL}
        />
        <Button type="submit" look="secondary" aria-label="検索">
          <Search aria-hidden className="size-5" />
        </Button>
      </form>
      <CompactSelect
        label="会員の状態"
        value={status}
        onChange={(value) => void navigate(withFilter(search, "status", value === "all" ? null : value))}
      >
        <Options of={Object.fromEntries(labels)} />
      </CompactSelect>
    </div>
  );
}
