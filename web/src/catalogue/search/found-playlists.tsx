import { ListVideo } from "lucide-react";
import { Link } from "react-router";
import type { Playlist } from "../../api/answers.ts";
import { MarkedText } from "./marked-text.tsx";

interface FoundPlaylistsProps {
  playlists: readonly Playlist[];
  /** Normalised. */
  words: readonly string[];
}

export function FoundPlaylists({ playlists, words }: FoundPlaylistsProps) {
  if (playlists.length === 0) return null;
  return (
    <section aria-labelledby="found-playlists" className="grid gap-3">
      <h2 id="found-playlists" className="border-b pb-1 text-base">
        再生リスト
      </h2>
      <ul className="grid gap-2 grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))]">
        {playlists.map(({ id, title, title_breaks, video_count }) => (
          <li key={id}>
            <Link
              to={`/playlists/${id}`}
              className="flex min-h-target flex-wrap items-center gap-x-3 rounded-lg border bg-surface px-3 py-2 hover:bg-sunken"
            >
              <ListVideo aria-hidden className="size-5 shrink-0 text-primary" />
              <span className="min-w-0 flex-1 basis-28 font-bold">
                <MarkedText text={title} words={words} breaks={title_breaks} />
              </span>
              <span className="shrink-0 text-xs text-muted">{video_count}本の動画</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
