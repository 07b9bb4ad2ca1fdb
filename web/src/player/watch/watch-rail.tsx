import type { Chapter } from "@manabiya/contract/catalogue/videos.ts";
import { type Ref, Suspense, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { lazyPart } from "../../ui/page/lazy-part.ts";
import { classNames } from "../../ui/class-names.ts";
import type { LessonKind } from "../captions/transcript-of.ts";
import type { TranscriptPanelHandle } from "../captions/transcript-panel.tsx";
import { ChapterList, type ChapterListHandle } from "./chapter-list.tsx";
import { store } from "../../session/storage.ts";

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

/** One panel, which shows either the chapters or the transcript. Beside the picture it is as high as that. */
export function WatchRail({ video, kind, running, secondNow, onSeek, ref }: WatchRailProps) {
  const { chapters, has_captions: hasCaptions = false } = video;
  const hasChapters = chapters.length > 0;
  const [isChosen, setChosen] = useState(readTranscriptChoice);
  const isTranscript = hasCaptions && (isChosen || !hasChapters);
  const chapterList = useRef<ChapterListHandle>(null);
  const transcript = useRef<TranscriptPanelHandle>(null);
  const root = useRef<HTMLDivElement>(null);

  /** Below the picture, the transcript takes the space between there and the window's end. */
  function choose(chosen: boolean): void {
    flushSync(() => setChosen(chosen));
    storeTranscriptChoice(chosen);
    if (chosen && !window.matchMedia(BESIDE).matches) root.current?.scrollIntoView({ block: "start" });
  }

  useImperativeHandle(ref, () => ({
    focus() {
      flushSync(() => setChosen(false));
      chapterList.current?.focus();
    },
    moveTo: (seconds) => transcript.current?.moveTo(seconds),
  }));

  const list = <ChapterList ref={chapterList} chapters={chapters} running={running} onSelect={onSeek} />;
  if (!hasCaptions) return list;
  return (
    <div ref={root} className="flex flex-col gap-2 xl:absolute xl:inset-0">
      {hasChapters && (
        <div role="group" aria-label="表示する内容" className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1">
          <Tab isChosen={!isTranscript} onChoose={() => choose(false)} label="チャプター" />
          <Tab isChosen={isTranscript} onChoose={() => choose(true)} label="文字起こし" />
        </div>
      )}
      {!isTranscript && <div className="xl:relative xl:flex-1 [&_h2]:sr-only">{list}</div>}
      {isTranscript && (
        <section
          aria-labelledby="transcript"
          className="flex min-h-0 flex-col overflow-hidden rounded-lg border bg-surface xl:flex-1 print:hidden"
        >
          <h2 id="transcript" className={hasChapters ? "sr-only" : "border-b px-4 py-3 text-base"}>
            文字起こし
          </h2>
          <Suspense fallback={<div className="h-40" />}>
            <TranscriptPanel ref={transcript} video={video} kind={kind} secondNow={secondNow} onSeek={onSeek} />
          </Suspense>
        </section>
      )}
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

const KEY = "manabiya:transcript";

/** Whether this browser showed the transcript last. */
const readTranscriptChoice = () => store.getItem(KEY) === "open";

const storeTranscriptChoice = (isOpen: boolean) => store.setItem(KEY, isOpen ? "open" : "closed");
