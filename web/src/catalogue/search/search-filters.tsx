import { useNavigate, useSearchParams } from "react-router";
import { useCategories } from "../categories/category-list.ts";
import { withFilter } from "../../paging/change-address.ts";
import { CompactSelect } from "../../paging/compact-select.tsx";
import { wordsOf } from "../../paging/list-address.ts";
import { SCOPES } from "./scopes.ts";

export function SearchFilters() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { data: branches } = useCategories();
  const { type, category } = wordsOf(search);
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:last:flex-[1_1_8rem]">
      <CompactSelect
        label="検索の対象"
        value={type}
        onChange={(chosen) => void navigate(withFilter(search, "type", chosen))}
      >
        {Object.entries(SCOPES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </CompactSelect>
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
