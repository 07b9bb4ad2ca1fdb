import { Play } from "lucide-react";
import { Link } from "react-router";
import type { SearchHit } from "../../api/answers.ts";
import { ClockTime } from "../videos/clock-time.tsx";
import { MarkedText } from "./marked-text.tsx";

interface FoundInVideoProps {
  hit: SearchHit;
  /** Normalised. */
  words: readonly string[];
}

/** How the words were found, if the title may not show it. */
export function FoundBy({ hit: { matched_by } }: Pick<FoundInVideoProps, "hit">) {
  if (matched_by === undefined || matched_by === "exact") return null;
  return <p className="text-xs text-muted">{matched_by === "reading" ? "読みが一致" : "同じ意味の言葉が一致"}</p>;
}

/** Links to the seconds of matching chapters and spoken words, above the link that covers the card. */
export function FoundInVideo({ hit: { id, chapter_hits, spoken_hits = [] }, words }: FoundInVideoProps) {
  const chapters = chapter_hits.map(({ title, time_seconds, time_formatted }) => ({
    text: title,
    second: time_seconds,
    time_formatted,
  }));
  const scenes = spoken_hits.map(({ text, answer, starts_ms, time_formatted }) => ({
    text: answer === undefined ? `「${text}」` : `質問：${text} 回答：${answer}`,
    isAsked: answer !== undefined,
    second: Math.floor(starts_ms / 1000),
    time_formatted,
  }));
  return (
    <>
      <Scenes label="見つかったチャプター" scenes={chapters} {...{ id, words }} />
      <Scenes label="字幕で見つかった場面" scenes={scenes.filter(({ isAsked }) => !isAsked)} {...{ id, words }} />
      <Scenes label="見つかった質問と回答" scenes={scenes.filter(({ isAsked }) => isAsked)} {...{ id, words }} />
    </>
  );
}

interface ScenesProps {
  label: string;
  scenes: { text: string; second: number; time_formatted: string }[];
  /** The video. */
  id: number;
  words: readonly string[];
}

function Scenes({ label, scenes, id, words }: ScenesProps) {
  if (scenes.length === 0) return null;
  return (
    <ul aria-label={label} className="relative mt-1 border-l-2 border-signal">
      {scenes.map(({ text, second, time_formatted }) => (
        <li key={`${second} ${text}`}>
          <Link
            to={`/video/${id}?t=${second}`}
            className="flex min-h-target items-center gap-2 rounded-r-md py-1.5 pr-2 pl-3 text-xs hover:bg-sunken"
          >
            <Play aria-hidden className="size-3.5 shrink-0 text-primary" />
            <span className="shrink-0 text-primary">
              <ClockTime seconds={second} text={time_formatted} />
            </span>
            <span className="line-clamp-3 min-w-0 wrap-anywhere">
              <MarkedText text={text} words={words} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
