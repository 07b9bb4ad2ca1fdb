import { type ReactNode, useState } from "react";
import type { VideoList } from "./use-video-list.ts";

interface ListLayoutProps {
  title: ReactNode;
  /** What the list is part of: above its name. */
  above?: ReactNode;
  /** What can be done with all of it: beside its name. */
  actions?: ReactNode;
  /** Ways to narrower lists: below its name. */
  below?: ReactNode;
  /** How much of it is shown; null when there is nothing to say. */
  list: Pick<VideoList, "range" | "isOtherPage"> | null;
  /** Its order. */
  sort?: ReactNode;
  children: ReactNode;
}

/** A list's name, how much of it is shown and in which order, and the list. */
export function ListLayout({ title, above, actions, below, list, sort, children }: ListLayoutProps) {
  return (
    <div className="mx-auto grid w-full max-w-page gap-5 px-4 py-6 md:px-6">
      <div className="grid gap-3">
        <div className="flex min-h-target flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <div>
            {above}
            <h1 className="py-1 text-xl [text-spacing-trim:trim-start]">{title}</h1>
          </div>
          {actions}
        </div>
        {below}
        {list && (
          <div className="flex items-center justify-between gap-4">
            <RangeText list={list} />
            {sort}
          </div>
        )}
      </div>
      {children}
    </div>
  );
}

/** How much of the list is shown; read out when another page has come, and until then what it was. */
export function RangeText({ list }: { list: Pick<VideoList, "range" | "isOtherPage"> }) {
  const [shown, setShown] = useState(list.range);
  if (!list.isOtherPage && shown !== list.range) setShown(list.range);
  return (
    <p role="status" className="text-muted">
      {shown}
    </p>
  );
}
