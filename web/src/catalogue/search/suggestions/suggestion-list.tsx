import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { classNames } from "../../../ui/class-names.ts";
import { Listbox, useCombobox } from "../../../forms/combobox.tsx";
import { markWords } from "../mark-words.ts";
import { ForgetButtons } from "./forget-buttons.tsx";
import { recentSearches } from "./recent-searches.ts";
import { type Option, RECENT, useSuggestions } from "./use-suggestions.ts";

/** Milliseconds without a key after which suggestions are read. */
const PAUSE = 150;

interface SuggestionListProps {
  field: RefObject<HTMLInputElement | null>;
  onSearch: (q: string) => void;
  /** Closes the box before another page opens. */
  onLeave: () => void;
}

/** Suggestions under the search field, which another component draws. */
export default function SuggestionList({ field, onSearch, onLeave }: SuggestionListProps) {
  const navigate = useNavigate();
  const maxHeight = useVisibleHeight();
  const [typed, setTyped] = useState("");
  const [recent, setRecent] = useState(recentSearches);
  const [isWanted, setWanted] = useState(false);
  const groups = useSuggestions(typed, recent);
  const options = groups.flatMap((group) => group.options);
  const isOpen = isWanted && options.length > 0;
  const combobox = useCombobox({ id: "suggestions", options: isOpen ? options : [], first: -1, onPick: pick });
  const { id, active } = combobox;
  const hasRecent = groups[0]?.name === RECENT;

  const pause = useRef(0);

  function close(): void {
    // A pause after a key would open the list again.
    clearTimeout(pause.current);
    setWanted(false);
  }

  function pick({ target }: Option): void {
    close();
    if ("q" in target) return onSearch(target.q);
    onLeave();
    void navigate(target.path);
  }

  const show = useEffectEvent(() => {
    setTyped(field.current?.value.trim() ?? "");
    setRecent(recentSearches());
    combobox.choose(-1);
    setWanted(true);
  });
  const hide = useEffectEvent(close);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (combobox.handleKey(event)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      show();
    } else if (event.key === "Enter") close();
    else if (event.key === "Escape" && isOpen) {
      // The text stays, and so does the open box of a phone.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });

  useEffect(() => {
    const input = field.current;
    const form = input?.form;
    if (!input || !form) return;
    const ended = new AbortController();
    const { signal } = ended;
    const wait = (event: Event) => {
      clearTimeout(pause.current);
      if (!(event as InputEvent).isComposing) pause.current = window.setTimeout(show, PAUSE);
    };
    input.addEventListener("input", wait, { signal });
    input.addEventListener("compositionstart", hide, { signal });
    input.addEventListener("compositionend", wait, { signal });
    input.addEventListener("keydown", handleKey, { signal });
    input.addEventListener("focus", show, { signal });
    input.addEventListener("click", show, { signal });
    form.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        if (!form.contains(relatedTarget as Node | null)) hide();
      },
      { signal },
    );
    if (document.activeElement === input) show();
    return () => {
      clearTimeout(pause.current);
      ended.abort();
    };
  }, [field]);

  useEffect(() => {
    const form = isOpen ? field.current?.form : null;
    // Beside a sideways player the bar is below the picture.
    if (form && form.getBoundingClientRect().bottom > BAR) form.scrollIntoView({ block: "start" });
  }, [field, isOpen]);

  useEffect(() => {
    const input = field.current;
    input?.setAttribute("aria-expanded", String(isOpen));
    if (active < 0) return input?.removeAttribute("aria-activedescendant");
    input?.setAttribute("aria-activedescendant", `${id}-${active}`);
  }, [field, id, isOpen, active]);

  const words = searchWords(typed);
  const scrolls = "overflow-y-auto overscroll-contain";
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && `候補は${options.length}件です`}
      </p>
      {isOpen && (
        <div
          style={{ maxHeight }}
          className={classNames(
            "absolute inset-x-0 top-full flex flex-col rounded-b-lg border bg-surface max-md:rounded-none max-md:border-x-0 md:mt-1 md:rounded-lg",
            hasRecent && scrolls,
          )}
        >
          {/* With buttons beside the lines both scroll together. */}
          <Listbox
            combobox={combobox}
            label="検索の候補"
            groups={groups}
            className={classNames("p-2", !hasRecent && scrolls)}
            headingClass={(group) => classNames("flex items-center", group === RECENT ? "h-11" : "h-8")}
            // A recent search leaves room for its button.
            lineClass={(group) => group === RECENT && "pr-12"}
            renderLine={({ label, note }) => (
              <span className="grid min-w-0 flex-1">
                <span className="truncate">
                  {markWords(label, words).map(({ text, isHit }, part) => (isHit ? <b key={part}>{text}</b> : text))}
                </span>
                {note && <span className="truncate text-xs text-muted">{note}</span>}
              </span>
            )}
          />
          {hasRecent && (
            <ForgetButtons
              searches={(groups[0]?.options ?? []).map(({ label }) => label)}
              onForget={() => {
                setRecent(recentSearches());
                field.current?.focus();
              }}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Pixels between the bar and the keyboard on the screen. */
function useVisibleHeight(): number {
  const height = useSyncExternalStore(watchHeight, () => window.visualViewport?.height ?? window.innerHeight);
  return height - BAR;
}

function watchHeight(listener: () => void): () => void {
  window.visualViewport?.addEventListener("resize", listener);
  return () => window.visualViewport?.removeEventListener("resize", listener);
}

/** Pixels of the bar and the margins around bar and list. */
const BAR = 88;
