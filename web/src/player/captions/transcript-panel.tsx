import type { SpokenLine } from "@manabiya/contract/catalogue/transcripts.ts";
import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { useQuery } from "@tanstack/react-query";
import { type Ref, useDeferredValue, useImperativeHandle, useMemo, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/loaded.tsx";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import { runningLine } from "./running-line.ts";
import { TranscriptLines } from "./transcript-lines.tsx";
import { type LessonKind, transcriptOf } from "./transcript-of.ts";
import { linesWith, searchable } from "./transcript-search.ts";
import { TranscriptSearch } from "./transcript-search-field.tsx";
import { useFollowing } from "./use-following.ts";

export interface TranscriptPanelHandle {
  /** The player has moved to a second. */
  moveTo(seconds: number): void;
}

interface TranscriptPanelProps {
  video: { id: number };
  kind: LessonKind;
  /** The player's present second. */
  secondNow: () => number;
  onSeek: (seconds: number) => void;
  ref: Ref<TranscriptPanelHandle>;
}

/** The spoken words of the playing video. Loaded on demand. */
export default function TranscriptPanel({ video, kind, ...player }: TranscriptPanelProps) {
  const found = useQuery(transcriptOf(kind, video.id));
  // Thousands of lines are drawn without blocking the page.
  const lines = useDeferredValue(found.data?.lines, undefined);
  if (found.isLoadingError) return <Failure query={found} message="文字起こしを読み込めませんでした。" />;
  if (!lines) {
    return <SkeletonGroup label="文字起こしを読み込み中" className="grid gap-3 p-4" blocks={["h-target", "h-40"]} />;
  }
  // Staff have withdrawn them since the page was opened.
  if (lines.length === 0) return <p className="p-4 text-muted">文字起こしはありません</p>;
  return <Transcript lines={lines} {...player} />;
}

type TranscriptProps = Pick<TranscriptPanelProps, "secondNow" | "onSeek" | "ref"> & { lines: readonly SpokenLine[] };

function Transcript({ lines, secondNow, onSeek, ref }: TranscriptProps) {
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState(() => runningLine(lines, secondNow()));
  const [query, setQuery] = useState("");
  const searched = useDeferredValue(query);
  const [chosen, setChosen] = useState(0);
  const normalized = useMemo(() => searchable(lines), [lines]);
  const hits = useMemo(() => linesWith(searched, normalized), [searched, normalized]);
  const words = useMemo(() => searchWords(searched), [searched]);
  const following = useFollowing(list, current);

  useImperativeHandle(ref, () => ({ moveTo: (seconds) => setCurrent(runningLine(lines, seconds)) }), [lines]);

  function select(index: number): void {
    const line = lines[index];
    if (!line) return;
    setCurrent(index);
    following.resume();
    onSeek(line.starts_ms / 1000);
  }
  function search(typed: string): void {
    setQuery(typed);
    setChosen(0);
    const [first] = linesWith(typed, normalized);
    if (first !== undefined) following.show(first);
  }
  function choose(step: number): void {
    const next = (chosen + step + hits.length) % hits.length;
    setChosen(next);
    following.show(hits[next] ?? 0);
  }
  function resume(): void {
    following.resume();
    // The button disappears with the focus.
    list.current?.children[Math.max(0, current)]?.querySelector("button")?.focus({ preventScroll: true });
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <TranscriptSearch query={query} hitCount={hits.length} chosen={chosen} onSearch={search} onChoose={choose} />
      <TranscriptLines
        ref={list}
        lines={lines}
        current={current}
        hits={hits}
        shownHit={hits[chosen] ?? -1}
        words={words}
        onSelect={select}
      />
      {!following.isFollowing && (
        <Button className="absolute inset-x-0 bottom-3 mx-auto w-fit" onClick={resume}>
          現在位置に戻る
        </Button>
      )}
    </div>
  );
}
