import type { SpokenLine } from "@manabiya/contract/catalogue/transcripts.ts";
import { type KeyboardEvent, memo, type Ref, useMemo, useState } from "react";
import { MarkedText } from "../../catalogue/search/marked-text.tsx";
import { ClockTime } from "../../catalogue/videos/clock-time.tsx";
import { classNames } from "../../ui/class-names.ts";

/** Lines that are drawn together, so that a moving mark draws few of thousands. */
const BLOCK = 50;
/** Lines that Page Up and Page Down skip. */
const PAGE = 10;
const NOTHING: readonly never[] = [];

interface TranscriptLinesProps {
  lines: readonly SpokenLine[];
  /** Indexes; -1: none. */
  current: number;
  shownHit: number;
  /** The indexes of the lines to mark, and the normalised words in them. */
  hits: readonly number[];
  words: readonly string[];
  onSelect: (index: number) => void;
  ref: Ref<HTMLOListElement>;
}

/** One stop for Tab; arrows move between the lines, and Enter plays from one. */
export function TranscriptLines(props: TranscriptLinesProps) {
  const { lines, current, shownHit, hits, words, onSelect, ref } = props;
  const [focused, setFocused] = useState<number | null>(null);
  const stop = focused ?? Math.max(0, shownHit === -1 ? current : shownHit);
  const starts = Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, block) => block * BLOCK);
  // The same arrays as before, so that only blocks with a change are drawn.
  const hitsByStart = useMemo(() => Map.groupBy(hits, (hit) => hit - (hit % BLOCK)), [hits]);
  const inside = (index: number, start: number) => (index >= start && index < start + BLOCK ? index - start : -1);

  function handleKey(event: KeyboardEvent<HTMLOListElement>): void {
    const last = lines.length - 1;
    const target = {
      ArrowDown: stop + 1,
      ArrowUp: stop - 1,
      PageDown: stop + PAGE,
      PageUp: stop - PAGE,
      Home: 0,
      End: last,
    };
    if (!(event.key in target) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(target[event.key as keyof typeof target], last));
    event.currentTarget.children[index]?.querySelector("button")?.focus();
  }

  /** The whole line is a target for the pointer, unless the member selects text in it. */
  function handleClick(target: Element, list: HTMLElement): void {
    const item = target.closest("li");
    const isSelecting = !target.closest("button") && window.getSelection()?.isCollapsed === false;
    if (item && !isSelecting) onSelect([...list.children].indexOf(item));
  }

  return (
    // Keys and clicks come from the buttons and texts inside.
    <ol
      ref={ref}
      aria-label="文字起こしの一覧"
      onKeyDown={handleKey}
      onClick={({ target, currentTarget }) => target instanceof Element && handleClick(target, currentTarget)}
      onFocus={({ target, currentTarget }) => {
        const item = target.closest("li");
        if (item) setFocused([...currentTarget.children].indexOf(item));
      }}
      onBlur={() => setFocused(null)}
      className={classNames(
        "relative min-h-0 flex-1 overflow-y-auto overscroll-contain max-xl:max-h-[min(28rem,60svh)]",
        // With its search the list fits below the picture, which stays at the top of phones.
        "max-md:portrait:max-h-[max(10rem,100svh-56.25vw-13rem)]",
      )}
    >
      {starts.map((start) => {
        const own = hitsByStart.get(start);
        return (
          <Block
            key={start}
            lines={lines}
            start={start}
            current={inside(current, start)}
            shownHit={inside(shownHit, start)}
            stop={inside(stop, start)}
            hits={own ?? NOTHING}
            words={own ? words : NOTHING}
          />
        );
      })}
    </ol>
  );
}

type BlockProps = Pick<TranscriptLinesProps, "lines" | "current" | "shownHit" | "hits" | "words"> & {
  start: number;
  /** The line that Tab reaches. */
  stop: number;
};

/** Indexes count from the block's start, but those of `hits` from the transcript's. */
const Block = memo(function Block({ lines, start, current, shownHit, stop, hits, words }: BlockProps) {
  return lines.slice(start, start + BLOCK).map(({ starts_ms, text }, index) => (
    <li
      key={start + index}
      className={classNames(
        "grid min-h-target cursor-pointer grid-cols-[4.25rem_minmax(0,1fr)] items-baseline border-l-4 pr-4",
        "[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]",
        index === current ? "border-signal bg-signal-soft" : "border-transparent hover:bg-sunken",
        index === shownHit && "outline-2 -outline-offset-2 outline-primary",
      )}
    >
      <button
        type="button"
        tabIndex={index === stop ? 0 : -1}
        aria-current={index === current || undefined}
        aria-describedby={`line-${start + index}`}
        className="min-h-target pr-1 pl-2 text-left whitespace-nowrap text-primary select-none"
      >
        <ClockTime seconds={starts_ms / 1000} />
      </button>
      <span id={`line-${start + index}`} className="py-2 whitespace-pre-line wrap-anywhere">
        {hits.includes(start + index) ? <MarkedText text={text} words={words} /> : text}
      </span>
    </li>
  ));
});
