import type { PlaylistDetail } from "../../api/answers.ts";
import type { Lesson } from "./playlist-detail.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { memo, type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { chooseAutoNext, useAutoNext } from "../courses/auto-next-choice.ts";
import { CourseLine } from "../courses/course-line.tsx";
import { progressOf } from "../courses/course-progress.ts";
import { MarkButton } from "../courses/mark-button.tsx";
import { useMarked } from "../courses/unsent-marks.ts";
import { classNames } from "../../ui/class-names.ts";
import { Phrases } from "../phrases.tsx";
import { CardLink, watchPath } from "../videos/card-link.tsx";
import { CardMarks } from "../videos/card-marks.tsx";
import { Thumbnail } from "../videos/thumbnail.tsx";

interface PlaylistPanelProps {
  playlist: PlaylistDetail;
  /** The index of the playing video. */
  index: number;
}

/** The playlist beside the player, scrolled to the playing entry. Loaded on demand. */
export default function PlaylistPanel({ playlist, index }: PlaylistPanelProps) {
  const list = useRef<HTMLOListElement>(null);
  const lessons = useMarked(playlist.videos);
  const course = progressOf(lessons);
  const pathTo = (lesson: Lesson | undefined) => (lesson ? watchPath(lesson.video.id, playlist.id) : null);
  const [previous, next] = [pathTo(lessons[index - 1]), pathTo(lessons[index + 1])];
  const isAutomatic = useAutoNext();

  useEffect(() => {
    const item = list.current?.children[index];
    if (item instanceof HTMLElement && list.current) list.current.scrollTop = item.offsetTop - item.offsetHeight;
  }, [index]);

  return (
    <section aria-labelledby="playlist" className="flex flex-col overflow-hidden rounded-lg border bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b px-4 py-1">
        <h2 id="playlist" className="flex-1 basis-32 text-base">
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
        <p className="text-xs text-muted">
          {playlist.videos.length}本中{index + 1}本目
        </p>
      </div>
      <div className="grid gap-1 border-b px-4 py-2">
        {course && <CourseLine {...course} />}
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <nav aria-label="前後の動画" className="-ml-2 flex flex-wrap">
            <Step to={previous} keys="p">
              <ChevronLeft aria-hidden className="size-4" />
              前へ
            </Step>
            <Step to={next} keys="n">
              次へ
              <ChevronRight aria-hidden className="size-4" />
            </Step>
          </nav>
          <button
            type="button"
            role="switch"
            aria-checked={isAutomatic}
            onClick={() => chooseAutoNext(!isAutomatic)}
            className="flex min-h-target items-center gap-2 text-sm"
          >
            自動で次へ
            <span
              aria-hidden
              className={classNames(
                "flex h-6 w-10 items-center rounded-full border px-0.5 forced-color-adjust-none",
                isAutomatic ? "justify-end border-primary bg-primary" : "border-control-border bg-surface",
              )}
            >
              <span className={classNames("size-4 rounded-full", isAutomatic ? "bg-surface" : "bg-muted")} />
            </span>
          </button>
        </div>
      </div>
      <ol ref={list} className="relative max-h-96 overflow-y-auto overscroll-contain">
        {lessons.map((lesson, lessonIndex) => (
          <li key={lesson.id} className="border-b last:border-b-0">
            <Entry playlist={playlist.id} lesson={lesson} isRunning={lessonIndex === index} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  /** Null at the end of the list. */
  to: string | null;
  keys: string;
  children: ReactNode;
}

function Step({ to, keys, children }: StepProps) {
  const look = "inline-flex min-h-target items-center gap-1 rounded-md px-2 whitespace-nowrap";
  if (to === null) return <span className={`${look} text-muted`}>{children}</span>;
  return (
    <Link
      to={to}
      aria-keyshortcuts={keys}
      title={`${keys.toUpperCase()}キー`}
      className={`${look} font-bold text-primary hover:bg-sunken`}
    >
      {children}
    </Link>
  );
}

interface EntryProps {
  playlist: number;
  lesson: Lesson;
  isRunning: boolean;
}

/** A mark in a list of hundreds draws its own entry alone. */
const Entry = memo(function Entry({ playlist, lesson, isRunning }: EntryProps) {
  const { video } = lesson;
  return (
    <article
      aria-current={isRunning || undefined}
      className={classNames(
        "group relative flex flex-wrap items-center gap-x-2 border-l-4 py-2 pr-1 pl-2",
        isRunning ? "border-signal bg-signal-soft" : "border-transparent hover:bg-sunken",
      )}
    >
      <div className="@container relative w-[min(6.5rem,32%)] overflow-hidden rounded-md">
        <Thumbnail video={video} sizes="7.5rem" />
        <CardMarks video={video} isLocked={false} />
      </div>
      <div className="flex-1 basis-24">
        {isRunning && <p className="text-xs font-bold">再生中</p>}
        <h3 className="line-clamp-2 text-sm leading-normal text-wrap wrap-anywhere">
          <CardLink video={video} isLocked={false} playlist={playlist} />
        </h3>
      </div>
      <MarkButton lesson={lesson} />
    </article>
  );
});
