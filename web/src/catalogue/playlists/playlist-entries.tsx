import { memo } from "react";
import type { PlaylistDetail } from "../../api/answers.ts";
import type { Lesson } from "./playlist-detail.ts";
import { MarkButton } from "../courses/mark-button.tsx";
import { CardFacts } from "../videos/card-facts.tsx";
import { CardLink } from "../videos/card-link.tsx";
import { CardMarks, NewMark } from "../videos/card-marks.tsx";
import { Thumbnail } from "../videos/thumbnail.tsx";

export function PlaylistEntries({ playlist, isLocked }: { playlist: PlaylistDetail; isLocked: boolean }) {
  return (
    <ol className="grid content-start gap-2">
      {playlist.videos.map((lesson, index) => (
        <li key={lesson.id}>
          <Entry lesson={lesson} playlist={playlist.id} number={index + 1} isLocked={isLocked} />
        </li>
      ))}
    </ol>
  );
}

interface EntryProps {
  lesson: Lesson;
  playlist: number;
  /** Counts from 1. */
  number: number;
  isLocked: boolean;
}

/** A mark in a list of hundreds draws its own entry alone. */
const Entry = memo(function Entry({ lesson, playlist, number, isLocked }: EntryProps) {
  const { video } = lesson;
  return (
    <article className="group relative -mx-2 flex flex-wrap items-center gap-2 rounded-lg p-2 hover:bg-sunken sm:gap-x-3">
      <div className="grid w-target justify-items-center text-muted">
        <span aria-hidden>{number}</span>
        <MarkButton lesson={lesson} isLocked={isLocked} />
      </div>
      <div className="@container relative w-[min(12rem,30%)] overflow-hidden rounded-lg border">
        <Thumbnail video={video} sizes="12rem" isEager={number < 6} />
        <CardMarks video={video} isLocked={isLocked} />
      </div>
      <div className="grid flex-1 basis-28 grid-cols-1 gap-1">
        <h2 className="line-clamp-3 text-sm leading-normal text-wrap wrap-anywhere sm:text-base">
          <CardLink video={video} isLocked={isLocked} playlist={playlist} />
        </h2>
        <CardFacts video={video} mark={<NewMark video={video} className="shrink-0" />} />
      </div>
    </article>
  );
});
