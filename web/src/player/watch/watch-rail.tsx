import type { Chapter } from "@manabiya/contract/catalogue/videos.ts";
import { ChevronDown } from "lucide-react";
import { type Ref, Suspense, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { lazyPart } from "../../ui/page/lazy-part.ts";
import { classNames } from "../../ui/class-names.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import type { LessonKind } from "../captions/transcript-of.ts";
import type { TranscriptPanelHandle } from "../captions/transcript-panel.tsx";
import { readTranscriptChoice, storeTranscriptChoice } from "../captions/transcript-choice.ts";
import { ChapterList, type ChapterListHandle } from "./chapter-list.tsx";

const TranscriptPanel = lazyPart(() => import("../captions/transcript-panel.tsx"));

/** The rail stands beside the picture. */
const BESIDE = "(min-width: 80rem)";

export interface WatchRailHandle extends ChapterListHandle, TranscriptPanelHandle {}

interface WatchRailProps {
  video: { id: number; chapters: readonly Chapter[]; has_captions?: boolean };
  kind: LessonKind;
  /** The running chapter's index; -1: none. */
  running: number;
  secondNow: () => number;
  onSeek: (seconds: number) => void;
  ref: Ref<WatchRailHandle>;
}

/**
 * The chapters and the transcript. Beside the picture one of them is shown at a time. Below it, the transcript folds.
 */
export function WatchRail({ video, kind, running, secondNow, onSeek, ref }: WatchRailProps) {
  const { chapters, has_captions: hasCaptions = false } = video;
  const hasChapters = chapters.length > 0;
  const isBeside = useMediaQuery(BESIDE);
  const [isChosen, setChosen] = useState(readTranscriptChoice);
  const isOpen = hasCaptions && (isChosen || (isBeside && !hasChapters));
  const chapterList = useRef<ChapterListHandle>(null);
  const transcript = useRef<TranscriptPanelHandle>(null);
  const section = useRef<HTMLElement>(null);

  function choose(chosen: boolean): void {
    setChosen(chosen);
    storeTranscriptChoice(chosen);
  }

  /** Opened below the picture, it takes the space between there and the window's end. */
  function unfold(): void {
    flushSync(() => choose(!isOpen));
    if (!isOpen) section.current?.scrollIntoView({ block: "start" });
  }

  useImperativeHandle(ref, () => ({
    focus() {
      if (isBeside) flushSync(() => setChosen(false));
      chapterList.current?.focus();
    },
    moveTo: (seconds) => transcript.current?.moveTo(seconds),
  }));

  const list = hasChapters && <ChapterList ref={chapterList} chapters={chapters} running={running} onSelect={onSeek} />;
  if (!hasCaptions) return list;
  return (
    <div className="flex flex-col gap-6 xl:absolute xl:inset-0 xl:gap-2">
      {hasChapters && (
        <div
          role="group"
          aria-label="表示する内容"
          className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1 max-xl:hidden"
        >
          <Tab isChosen={!isOpen} onChoose={() => choose(false)} label="チャプター" />
          <Tab isChosen={isOpen} onChoose={() => choose(true)} label="文字起こし" />
        </div>
      )}
      {list && (
        <div className={classNames("xl:relative xl:flex-1 xl:[&_h2]:sr-only", isOpen && "xl:hidden")}>{list}</div>
      )}
      <section
        ref={section}
        aria-labelledby="transcript"
        className={classNames(
          "flex min-h-0 flex-col overflow-hidden rounded-lg border bg-surface xl:flex-1 print:hidden",
          !isOpen && "xl:hidden",
        )}
      >
        <h2 id="transcript" className={classNames("text-base", hasChapters && "xl:sr-only")}>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={unfold}
            className="flex min-h-target w-full items-center justify-between px-4 py-3 text-left xl:hidden"
          >
            文字起こし
            <ChevronDown aria-hidden className={classNames("size-5", isOpen && "rotate-180")} />
          </button>
          <span className="block border-b px-4 py-3 max-xl:hidden">文字起こし</span>
        </h2>
        {isOpen && (
          <Suspense fallback={<div className="h-40" />}>
            <TranscriptPanel ref={transcript} video={video} kind={kind} secondNow={secondNow} onSeek={onSeek} />
          </Suspense>
        )}
      </section>
    </div>
  );
}

function Tab({ isChosen, onChoose, label }: { isChosen: boolean; onChoose: () => void; label: string }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        "min-h-target grow rounded-md px-2 text-base font-bold",
        isChosen ? "bg-surface text-ink" : "text-muted hover:text-ink",
      )}
    >
      {label}
    </button>
  );
}
