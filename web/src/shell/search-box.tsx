import { SEARCH_MAX } from "@manabiya/contract/rules/search-text.ts";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { store } from "../session/storage.ts";
import { SCOPES } from "../catalogue/search/scopes.ts";
import { rememberSearch } from "../catalogue/search/suggestions/recent-searches.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { classNames } from "../ui/class-names.ts";
import { isEscape } from "../ui/is-escape.ts";
import { lazyPart } from "../ui/page/lazy-part.ts";

/** Loaded when the field first has the focus. */
const SuggestionList = lazyPart(() => import("../catalogue/search/suggestions/suggestion-list.tsx"));

/** The switch of the player's shortcuts also turns off this one (player/controls/shortcut-choice.ts). */
const SHORTCUTS = "manabiya:shortcuts";

interface SearchBoxProps {
  /** On phones the open box covers the bar. */
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** Opens /search?q&type. On that page the box shows its search. */
export default function SearchBox({ isOpen, onOpen, onClose }: SearchBoxProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const shown = new URLSearchParams(pathname === "/search" ? search : "");
  const words = useRef<HTMLInputElement>(null);
  const scope = useRef<HTMLSelectElement>(null);
  const [isUsed, setUsed] = useState(false);

  useEffect(() => {
    if (isOpen) words.current?.focus();
  }, [isOpen]);

  const handleKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const isTyping =
      event.target instanceof Element &&
      event.target.closest("input:not([type=range]), textarea, select, [contenteditable]");
    if (isTyping || document.querySelector("dialog[open]") || store.getItem(SHORTCUTS) === "off") return;
    event.preventDefault();
    onOpen();
    words.current?.select();
  });
  useEffect(() => {
    const unmounted = new AbortController();
    window.addEventListener("keydown", handleKey, { signal: unmounted.signal });
    return () => unmounted.abort();
  }, []);

  function leave() {
    onClose();
    // Reading continues at the results; the box may be gone.
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  /** Searches again at once, if the page shows results. */
  function changeScope(type: string) {
    if (pathname !== "/search") return;
    shown.set("type", type);
    shown.delete("page");
    leave();
    void navigate(`/search?${shown}`);
  }

  function submit(q = words.current?.value.trim() ?? "") {
    if (q === "") return words.current?.focus();
    rememberSearch(q);
    leave();
    void navigate(`/search?${new URLSearchParams({ q, type: scope.current?.value ?? "all" })}`);
  }

  return (
    <form
      // Sorting and paging must not reset the typed text.
      key={JSON.stringify([shown.get("q"), shown.get("type")])}
      role="search"
      aria-label="動画"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (isEscape(event) && isOpen) onClose();
        if (isConfirmingKanji(event)) event.preventDefault();
      }}
      className={classNames(
        "@container flex h-full items-center gap-1 bg-surface md:mx-auto md:max-w-xl md:min-w-0 md:flex-1",
        isOpen ? "max-md:absolute max-md:inset-x-0 max-md:top-0 max-md:z-10 max-md:px-2" : "max-md:hidden",
      )}
    >
      <div className="flex min-w-0 flex-1 rounded-md md:relative border border-control-border bg-surface has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-primary">
        <select
          ref={scope}
          name="type"
          aria-label="検索の対象"
          defaultValue={shown.get("type") ?? "all"}
          onChange={({ target }) => changeScope(target.value)}
          className="min-h-target rounded-l-md bg-sunken px-2 text-xs @max-[14rem]:hidden"
        >
          {Object.entries(SCOPES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <input
          ref={words}
          type="search"
          name="q"
          role="combobox"
          // The list of suggestions changes it.
          aria-expanded={false}
          aria-controls="suggestions"
          aria-autocomplete="list"
          aria-keyshortcuts="/"
          title="「/」キーでここへ移動します"
          enterKeyHint="search"
          autoComplete="off"
          aria-label="検索キーワード"
          maxLength={SEARCH_MAX}
          placeholder="動画を検索"
          defaultValue={shown.get("q") ?? ""}
          onFocus={() => setUsed(true)}
          className="min-h-target min-w-0 flex-1 rounded-l-md bg-surface px-3 text-base outline-none"
        />
        <IconButton icon={Search} label="検索" type="submit" className="rounded-l-none" />
        {isUsed && (
          <Suspense>
            <SuggestionList field={words} onSearch={submit} onLeave={leave} />
          </Suspense>
        )}
      </div>
      <IconButton icon={X} label="検索を閉じる" className="md:hidden" onClick={onClose} />
    </form>
  );
}

/** Enter during a kana conversion must not submit. Safari reports it only by the old key code. */
function isConfirmingKanji(event: KeyboardEvent): boolean {
  return event.key === "Enter" && (event.nativeEvent.isComposing || event.keyCode === 229);
}
