import { type ReactNode, useState } from "react";
import type { VideoList } from "./use-video-list.ts";

interface ListLayoutProps {
  title: ReactNode;
  /** Stands above the title. */
  above?: ReactNode;
  /** Stand beside the title. */
  actions?: ReactNode;
  /** Links to narrower lists, below the title. */
  below?: ReactNode;
  /** Null: the range is not shown. */
  list: Pick<VideoList, "range" | "isOtherPage"> | null;
  /** The control of the order. */
  sort?: ReactNode;
  children: ReactNode;
}

export function ListLayout({ title, above, actions, below, list, sort, children }: ListLayoutProps) {
  return (
    <div className="mx-auto grid w-full max-w-wide gap-5 px-4 py-6 md:px-6">
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
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <RangeText list={list} />
            {sort}
          </div>
        )}
      </div>
      {children}
    </div>
  );
}

/** The shown range. It keeps the old text until another page has loaded, so that screen readers announce it then. */
export function RangeText({ list }: { list: Pick<VideoList, "range" | "isOtherPage"> }) {
  const [shown, setShown] = useState(list.range);
  if (!list.isOtherPage && shown !== list.range) setShown(list.range);
  return (
    <p role="status" className="text-muted">
      {shown}
    </p>
  );
}
