import { Play } from "lucide-react";
import { Link } from "react-router";
import type { SearchHit } from "../../api/answers.ts";
import { MarkedText } from "./marked-text.tsx";

interface ChapterHitsProps {
  hit: Pick<SearchHit, "id" | "chapter_hits">;
  words: readonly string[];
}

/** Links to the matching chapters, above the link that covers the card. */
export function ChapterHits({ hit: { id: video, chapter_hits = [] }, words }: ChapterHitsProps) {
  if (chapter_hits.length === 0) return null;
  return (
    <ul aria-label="見つかったチャプター" className="relative mt-1 border-l-2 border-signal">
      {chapter_hits.map(({ id, title, time_seconds, time_formatted }) => (
        <li key={id}>
          <Link
            to={`/video/${video}?t=${time_seconds}`}
            className="flex min-h-target items-center gap-2 rounded-r-md py-1.5 pr-2 pl-3 text-xs hover:bg-sunken"
          >
            <Play aria-hidden className="size-3 shrink-0 fill-current text-primary" />
            <span className="shrink-0 text-primary">{time_formatted}</span>
            <span className="min-w-0">
              <MarkedText text={title} words={words} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
