import { useNavigate, useSearchParams } from "react-router";
import { withSort } from "./change-address.ts";
import { CompactSelect } from "./compact-select.tsx";
import { type SearchSort, type Sort, sortOf } from "./list-address.ts";

const SORTS: Record<Sort, string> = { newest: "新しい順", oldest: "古い順" };

export function SortSelect() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return <SortChoice sorts={SORTS} value={sortOf(search)} onChange={(sort) => void navigate(withSort(search, sort))} />;
}

interface SortChoiceProps<S extends SearchSort> {
  /** Their labels. */
  sorts: Record<S, string>;
  value: S;
  onChange: (sort: S) => void;
}

export function SortChoice<S extends SearchSort>({ sorts, value, onChange }: SortChoiceProps<S>) {
  return <CompactSelect label="並び順" value={value} onChange={(sort) => onChange(sort as S)} options={sorts} />;
}
