import { useNavigate, useSearchParams } from "react-router";
import { withFilter } from "./change-address.ts";
import { CompactSelect, type CompactSelectProps } from "./compact-select.tsx";

interface AddressSelectProps extends Pick<CompactSelectProps, "label" | "children"> {
  /** Of the address's parameter. */
  name: string;
  options: Record<string, string>;
  /** The value that the address leaves out: the first, if absent. */
  usual?: string;
}

/** A choice in the address, such as a filter or an order. */
export function AddressSelect({ name, usual, ...select }: AddressSelectProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [first = ""] = Object.keys(select.options);
  const otherwise = usual ?? first;
  const value = search.get(name) ?? otherwise;
  return (
    <CompactSelect
      {...select}
      value={Object.hasOwn(select.options, value) ? value : otherwise}
      onChange={(chosen) => {
        // The rendered address can lag behind the current one.
        const now = new URLSearchParams(window.location.search);
        void navigate(withFilter(now, name, chosen === otherwise ? null : chosen));
      }}
    />
  );
}

const SORTS = { newest: "新しい順", oldest: "古い順" };

export const SortSelect = () => <AddressSelect label="並び順" name="sort" options={SORTS} />;
