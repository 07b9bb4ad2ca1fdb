import type { Chapter } from "@manabiya/contract/catalogue/videos.ts";
import { type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { lazyPart } from "../../ui/page/lazy-part.ts";
import { classNames } from "../../ui/class-names.ts";
import type { LessonKind } from "../captions/transcript-of.ts";
import type { TranscriptPanelHandle } from "../captions/transcript-panel.tsx";
import { ChapterList, type ChapterListHandle } from "./chapter-list.tsx";
import { store } from "../../session/storage.ts";

const TranscriptPanel = lazyPart(() => import("../captions/transcript-panel.tsx"));
const QuestionsPanel = lazyPart(() => import("../../lists/questions/questions-panel.tsx"));

/** The rail stands beside the picture. */
const BESIDE = "(min-width: 80rem)";

const NAMES = { chapters: "チャプター", transcript: "文字起こし", questions: "質問" };
type Panel = keyof typeof NAMES;

export interface WatchRailHandle extends ChapterListHandle, TranscriptPanelHandle {
  /** Opens the form for a question about the present second. */
  ask(): void;
}

interface WatchRailProps {
  video: {
    id: number;
    duration: number | null;
    chapters: readonly Chapter[];
    has_captions?: boolean;
    takes_questions?: boolean;
    question_seconds?: readonly number[];
  };
  kind: LessonKind;
  /** The running chapter's index; -1: none. */
  running: number;
  secondNow: () => number;
  onSeek: (seconds: number) => void;
  /** Whether the questions are shown first. */
  asksFirst?: boolean;
  ref: Ref<WatchRailHandle>;
}

/** One panel, which shows the chapters, the transcript or the questions. Beside the picture it is as high as that. */
export function WatchRail({ video, kind, running, secondNow, onSeek, asksFirst = false, ref }: WatchRailProps) {
  const { chapters, has_captions: hasCaptions, takes_questions: takesQuestions, question_seconds = [] } = video;
  const panels: Panel[] = [];
  if (chapters.length > 0) panels.push("chapters");
  if (hasCaptions) panels.push("transcript");
  if (takesQuestions) panels.push("questions");
  const [form, setForm] = useState(0);
  const [chosen, setChosen] = useState<Panel>(() =>
    asksFirst ? "questions" : readTranscriptChoice() ? "transcript" : "chapters",
  );
  // A typed question appears again. The file comes with the notes, after the player.
  useEffect(() => {
    async function showDraft(): Promise<void> {
      const { hasDraft } = await import("../../lists/questions/question-draft.ts");
      if (!hasDraft(video.id, null)) return;
      setChosen("questions");
      setForm((before) => before || -1);
    }
    if (takesQuestions) showDraft().catch(console.warn);
  }, [takesQuestions, video.id]);
  const shown = panels.includes(chosen) ? chosen : panels[0];
  const chapterList = useRef<ChapterListHandle>(null);
  const transcript = useRef<TranscriptPanelHandle>(null);
  const root = useRef<HTMLDivElement>(null);

  /** Below the picture, a panel takes the space between there and the window's end. */
  function choose(panel: Panel): void {
    flushSync(() => setChosen(panel));
    if (panel !== "questions") storeTranscriptChoice(panel === "transcript");
    if (panel !== "chapters" && !window.matchMedia(BESIDE).matches) root.current?.scrollIntoView({ block: "start" });
  }

  useImperativeHandle(ref, () => ({
    focus() {
      flushSync(() => setChosen("chapters"));
      chapterList.current?.focus();
    },
    moveTo: (seconds) => transcript.current?.moveTo(seconds),
    ask() {
      if (!takesQuestions) return;
      choose("questions");
      setForm((before) => Math.abs(before) + 1);
    },
  }));

  const list = <ChapterList ref={chapterList} chapters={chapters} running={running} onSelect={onSeek} />;
  if (panels.length === 1 && shown === "chapters") return list;
  const isBeside = chapters.length > 0 || hasCaptions;
  return (
    <div ref={root} className={classNames("flex flex-col gap-2", isBeside && "xl:absolute xl:inset-0")}>
      {panels.length > 1 && (
        <div role="group" aria-label="表示する内容" className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1">
          {panels.map((panel) => (
            <Tab
              key={panel}
              isChosen={panel === shown}
              onChoose={() => choose(panel)}
              label={
                panel === "questions" && question_seconds.length > 0
                  ? `質問（${question_seconds.length}）`
                  : NAMES[panel]
              }
            />
          ))}
        </div>
      )}
      {shown === "chapters" && <div className="xl:relative xl:flex-1 [&_h2]:sr-only">{list}</div>}
      {(shown === "transcript" || shown === "questions") && (
        <section
          aria-labelledby="panel"
          className="flex min-h-0 flex-col overflow-hidden rounded-lg border bg-surface xl:flex-1 print:hidden"
        >
          <h2 id="panel" className={panels.length > 1 ? "sr-only" : "border-b px-4 py-3 text-base"}>
            {NAMES[shown]}
          </h2>
          <Suspense fallback={<div className="h-40" />}>
            {shown === "transcript" ? (
              <TranscriptPanel ref={transcript} video={video} kind={kind} secondNow={secondNow} onSeek={onSeek} />
            ) : (
              <QuestionsPanel {...{ video, form, secondNow, onSeek }} onForm={setForm} />
            )}
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
