import type { Home } from "../../api/answers.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { VideoGrid } from "../videos/video-grid.tsx";
import { ChevronRight, Play } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { resumeAt } from "@manabiya/contract/rules/resume.ts";
import { CardLink } from "../videos/card-link.tsx";
import { Progress } from "../videos/card-marks.tsx";
import { spokenDuration } from "../videos/duration.ts";
import { Thumbnail } from "../videos/thumbnail.tsx";

interface HomeVideosProps {
  home: Home;
  /** True for members without access. */
  isLocked: boolean;
  /** How many lists are rendered. */
  lists?: number;
}

export const HOME_LISTS = 3;

/**
 * The specification's three lists in its order, each whole: a video may stand in two of them. Above them stands one row
 * with what to watch now.
 */
export function HomeVideos({ home, isLocked, lists = HOME_LISTS }: HomeVideosProps) {
  const { next, historyVideos, newVideos, recommendVideos } = home;
  return (
    <>
      {next && !isLocked && <NextLesson next={next} isFirst={historyVideos.length === 0} />}
      <HomeSection title="新着動画" {...(newVideos.length > 0 && { to: "/new-videos" })}>
        {newVideos.length > 0 ? (
          <VideoGrid isRow videos={newVideos} isEager />
        ) : (
          <EmptyState>新着動画はありません。公開された動画が、ここに並びます。</EmptyState>
        )}
      </HomeSection>
      {lists > 1 && historyVideos.length > 0 && (
        <HomeSection title="視聴履歴" to="/watch-history">
          <VideoGrid isRow hasWholeRows videos={historyVideos} />
        </HomeSection>
      )}
      {lists > 2 && recommendVideos.length > 0 && (
        <HomeSection title="おすすめ動画">
          <VideoGrid isRow videos={recommendVideos} />
        </HomeSection>
      )}
    </>
  );
}

interface HomeSectionProps {
  title: string;
  /** The page with the whole list. */
  to?: string;
  children: ReactNode;
}

function HomeSection({ title, to, children }: HomeSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="min-w-0 text-lg wrap-anywhere">
          {title}
        </h2>
        {to && (
          <Link
            to={to}
            className="-mr-2 inline-flex min-h-target shrink-0 items-center gap-1 rounded-md px-2 text-primary hover:underline"
          >
            <span className="sr-only">{title}を</span>すべて見る
            <ChevronRight aria-hidden className="size-4" />
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

interface NextLessonProps {
  next: NonNullable<Home["next"]>;
  /** The member has watched nothing yet. */
  isFirst: boolean;
}

/** The lesson to watch now, at one press: a row above the lists, on phones at most 160 px high. */
function NextLesson({ next: { video, playlist }, isFirst }: NextLessonProps) {
  const label = isFirst ? "はじめの一本" : "続きから";
  const facts = [timeLeft(video), playlist?.title].filter((fact) => fact !== undefined);
  return (
    <section aria-label={label} className="@container">
      <div className="group relative flex flex-wrap items-center gap-3 rounded-lg border bg-surface p-3 hover:bg-sunken @min-[40rem]:gap-5">
        <div className="relative w-28 max-w-full overflow-hidden rounded-md @min-[40rem]:w-48">
          <Thumbnail video={video} sizes="12rem" isEager />
          <Progress video={video} />
          <span className="absolute right-1 bottom-2 grid size-8 place-items-center rounded-full bg-primary text-on-primary @min-[40rem]:hidden">
            <Play aria-hidden className="size-4 fill-current" />
          </span>
        </div>
        <div className="min-w-0 flex-1 basis-28">
          <p className="text-xs font-bold text-muted">{label}</p>
          <p className="line-clamp-3 text-sm font-bold wrap-anywhere @min-[40rem]:text-lg">
            <CardLink video={video} isLocked={false} playlist={playlist?.id} />
          </p>
          <p className="truncate text-xs text-muted">{facts.join("・")}</p>
        </div>
        <span
          aria-hidden
          className="inline-flex min-h-target shrink-0 items-center gap-2 rounded-md bg-primary px-5 font-bold text-on-primary @max-[40rem]:hidden"
        >
          <Play className="size-5 fill-current" />
          再生する
        </span>
      </div>
    </section>
  );
}

function timeLeft({ position, duration }: NextLessonProps["next"]["video"]): string | undefined {
  if (duration === null) return undefined;
  const begun = resumeAt(position, duration);
  return begun === 0 ? spokenDuration(duration) : `残り${spokenDuration(Math.ceil((duration - begun) / 60) * 60)}`;
}
