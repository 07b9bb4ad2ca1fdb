import { useNavigate, useSearchParams } from "react-router";
import { withSort } from "./change-address.ts";
import { CompactSelect } from "./compact-select.tsx";
import { type Sort, sortOf } from "./list-address.ts";

const SORTS: Record<Sort, string> = { newest: "新しい順", oldest: "古い順" };

export function SortSelect() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (
    <CompactSelect
      label="並び順"
      value={sortOf(search)}
      onChange={(sort) => void navigate(withSort(search, sort as Sort))}
    >
      {Object.entries(SORTS).map(([sort, label]) => (
        <option key={sort} value={sort}>
          {label}
        </option>
      ))}
    </CompactSelect>
  );
}
