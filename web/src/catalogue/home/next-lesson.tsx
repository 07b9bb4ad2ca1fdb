import { resumeAt } from "@manabiya/contract/rules/resume.ts";
import { Play } from "lucide-react";
import type { Home } from "../../api/answers.ts";
import { CardLink } from "../videos/card-link.tsx";
import { CardMarks } from "../videos/card-marks.tsx";
import { spokenDuration } from "../videos/duration.ts";
import { Thumbnail } from "../videos/thumbnail.tsx";

interface NextLessonProps {
  next: NonNullable<Home["next"]>;
  /** The member has watched nothing yet. */
  isFirst: boolean;
}

/** The lesson to watch now, at one press: a row above the lists, on phones at most 160 px high. */
export function NextLesson({ next: { video, playlist }, isFirst }: NextLessonProps) {
  const label = isFirst ? "はじめの一本" : "続きから";
  const facts = [timeLeft(video), playlist?.title].filter((fact) => fact !== undefined);
  return (
    <section aria-label={label} className="@container">
      <div className="group relative flex items-center gap-3 rounded-lg border bg-surface p-3 hover:bg-sunken @min-[40rem]:gap-5">
        <div className="relative w-[min(7rem,36%)] shrink-0 overflow-hidden rounded-md @min-[40rem]:w-48">
          <Thumbnail video={video} sizes="12rem" isEager />
          <CardMarks video={video} isLocked={false} />
          <span className="absolute inset-0 m-auto grid size-10 place-items-center rounded-full bg-primary text-on-primary @min-[40rem]:hidden">
            <Play aria-hidden className="size-5 fill-current" />
          </span>
        </div>
        <div className="min-w-0 flex-1">
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

/** Undefined for a video that is not begun, whose picture tells its length. */
function timeLeft({ position, duration }: NextLessonProps["next"]["video"]): string | undefined {
  if (duration === null || resumeAt(position, duration) === 0) return undefined;
  return `残り${spokenDuration(Math.ceil((duration - resumeAt(position, duration)) / 60) * 60)}`;
}
