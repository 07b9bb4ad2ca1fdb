import type { Chapter } from "@manabiya/contract/catalogue/videos.ts";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { ClockTime } from "../../catalogue/videos/clock-time.tsx";
import { classNames } from "../../ui/class-names.ts";
import { scrollInside } from "./scroll-inside.ts";

/** On narrow screens a long list scrolls on its own, so that the rest of the page stays reachable. */
const SEEN_AT_ONCE = 8;

export interface ChapterListHandle {
  focus(): void;
}

interface ChapterListProps {
  chapters: readonly Chapter[];
  /** The running chapter's index; -1: none. */
  running: number;
  onSelect: (seconds: number) => void;
  ref: Ref<ChapterListHandle>;
}

/** On wide screens the list fills its positioned parent and scrolls on its own. */
export function ChapterList({ chapters, running, onSelect, ref }: ChapterListProps) {
  const list = useRef<HTMLOListElement>(null);
  const entry = (index: number) => list.current?.children[index]?.querySelector("button");

  useImperativeHandle(ref, () => ({ focus: () => entry(Math.max(0, running))?.focus() }));

  useEffect(() => {
    const item = list.current?.children[running];
    if (item instanceof HTMLElement && list.current) scrollInside(list.current, item);
  }, [running]);

  return (
    <section
      aria-labelledby="chapters"
      className={classNames(
        "flex flex-col overflow-hidden rounded-lg border bg-surface xl:absolute xl:inset-0 xl:max-h-none",
        chapters.length > SEEN_AT_ONCE && "max-h-112",
      )}
    >
      <h2 id="chapters" className="flex items-baseline justify-between border-b px-4 py-3 text-base">
        チャプター
        <span className="text-xs font-normal text-muted">全{chapters.length}件</span>
      </h2>
      <ol ref={list} className="relative min-h-0 overflow-y-auto overscroll-contain">
        {chapters.map((chapter, index) => (
          <li key={chapter.id} className="border-b last:border-b-0">
            <ChapterButton chapter={chapter} isRunning={index === running} onSelect={onSelect} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ChapterButtonProps extends Pick<ChapterListProps, "onSelect"> {
  chapter: Chapter;
  isRunning: boolean;
}

function ChapterButton({ chapter, isRunning, onSelect }: ChapterButtonProps) {
  return (
    <button
      type="button"
      aria-current={isRunning || undefined}
      onClick={() => onSelect(chapter.time_seconds)}
      className={classNames(
        "grid w-full grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-l-4 py-3 pr-4 pl-3 text-left -outline-offset-3",
        isRunning ? "border-signal bg-signal-soft" : "border-transparent hover:bg-sunken",
      )}
    >
      <span className="text-primary">
        <ClockTime seconds={chapter.time_seconds} text={chapter.time_formatted} />
      </span>
      <span className="font-bold">{chapter.title}</span>
      {chapter.description !== "" && <span className="col-start-2 text-xs text-muted">{chapter.description}</span>}
    </button>
  );
}
