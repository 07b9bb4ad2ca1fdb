import { ArrowDown, ArrowUp } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "../../ui/icon-button.tsx";

interface TranscriptSearchProps {
  query: string;
  hitCount: number;
  /** The index of the shown hit. */
  chosen: number;
  onSearch: (query: string) => void;
  /** 1: the next hit, -1: the previous one. */
  onChoose: (step: 1 | -1) => void;
}

export function TranscriptSearch({ query, hitCount, chosen, onSearch, onChoose }: TranscriptSearchProps) {
  const isSearching = query.trim() !== "";
  const isDisabled = hitCount === 0;

  function handleKey(event: KeyboardEvent): void {
    // Enter during a kana conversion confirms it. Safari reports that only by the old key code.
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.keyCode === 229 || isDisabled) return;
    event.preventDefault();
    onChoose(event.shiftKey ? -1 : 1);
  }

  return (
    <search className="flex items-center gap-1 border-b px-3 py-2">
      <input
        type="search"
        aria-label="文字起こしを検索"
        placeholder="文字起こしを検索"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        value={query}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={handleKey}
        className="min-h-target min-w-0 flex-1 rounded-md border border-control-border bg-surface px-3 text-base"
      />
      <p role="status" className={isSearching ? "px-1 text-xs whitespace-nowrap text-muted" : "-ml-1"}>
        {isSearching && (hitCount === 0 ? "0件" : `${hitCount}件中${chosen + 1}件目`)}
      </p>
      {isSearching && (
        <>
          <IconButton
            icon={ArrowUp}
            label="前の一致"
            aria-disabled={isDisabled}
            onClick={() => !isDisabled && onChoose(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label="次の一致"
            aria-disabled={isDisabled}
            onClick={() => !isDisabled && onChoose(1)}
          />
        </>
      )}
    </search>
  );
}
