import { Search } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { CONTROL } from "../../ui/text-field.tsx";

interface SearchFormProps {
  label: string;
  placeholder: string;
  /** The words of the shown search. */
  q: string;
  /** Receives the words without outer spaces. */
  onSearch: (q: string) => void;
  className?: string;
}

/** The search above a table. */
export function SearchForm({ label, placeholder, q, onSearch, className }: SearchFormProps) {
  return (
    <form
      role="search"
      className={classNames("flex gap-2", className)}
      onSubmit={(event) => {
        event.preventDefault();
        const words = new FormData(event.currentTarget).get("q");
        onSearch(typeof words === "string" ? words.trim() : "");
      }}
    >
      <input
        // The key resets the field when the history changes the search.
        key={q}
        name="q"
        type="search"
        defaultValue={q}
        maxLength={100}
        aria-label={label}
        placeholder={placeholder}
        className={CONTROL}
      />
      <Button type="submit" look="secondary" aria-label="検索">
        <Search aria-hidden className="size-5" />
      </Button>
    </form>
  );
}
