import type { PlaylistVideo, PlaylistWithVideos } from "./playlist-detail.ts";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { Phrases } from "../phrases.tsx";
import { CardLink } from "../videos/card-link.tsx";
import { CardMarks } from "../videos/card-marks.tsx";
import { Thumbnail } from "../videos/thumbnail.tsx";

interface PlaylistPanelProps {
  playlist: PlaylistWithVideos;
  /** The index of the playing video. */
  index: number;
}

/** The playlist beside the player, scrolled to the playing entry. Loaded on demand. */
export default function PlaylistPanel({ playlist, index }: PlaylistPanelProps) {
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const item = list.current?.children[index];
    if (item instanceof HTMLElement && list.current) list.current.scrollTop = item.offsetTop - item.offsetHeight;
  }, [index]);

  return (
    <section aria-labelledby="playlist" className="flex flex-col overflow-hidden rounded-lg border bg-surface">
      <div className="flex items-center justify-between gap-4 border-b px-4 py-1">
        <h2 id="playlist" className="min-w-0 text-base">
          <span className="sr-only">再生リスト </span>
          <Link
            to={`/playlists/${playlist.id}`}
            className="flex min-h-target items-center hover:text-primary hover:underline"
          >
            <span className="line-clamp-2">
              <Phrases text={playlist.title} breaks={playlist.title_breaks} />
            </span>
          </Link>
        </h2>
        <p className="shrink-0 text-xs text-muted">
          {index + 1} / {playlist.videos.length}本
        </p>
      </div>
      <ol ref={list} className="relative max-h-96 overflow-y-auto overscroll-contain">
        {playlist.videos.map((entry, entryIndex) => (
          <li key={entry.id} className="border-b last:border-b-0">
            <Entry playlist={playlist.id} video={entry.video} isRunning={entryIndex === index} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface EntryProps {
  playlist: number;
  video: PlaylistVideo;
  isRunning: boolean;
}

function Entry({ playlist, video, isRunning }: EntryProps) {
  return (
    <article
      aria-current={isRunning || undefined}
      className={classNames(
        "group relative grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-3 border-l-4 py-2 pr-3 pl-2",
        isRunning ? "border-signal bg-signal-soft" : "border-transparent hover:bg-sunken",
      )}
    >
      <div className="relative overflow-hidden rounded-md">
        <Thumbnail video={video} sizes="7.5rem" />
        <CardMarks video={video} isLocked={false} />
      </div>
      <div>
        {isRunning && <p className="text-xs font-bold">再生中</p>}
        <h3 className="line-clamp-2 text-sm leading-normal text-wrap wrap-anywhere">
          <CardLink video={video} isLocked={false} playlist={playlist} />
        </h3>
      </div>
    </article>
  );
}
