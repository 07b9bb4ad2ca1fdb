import type { ReactNode } from "react";
import type { VideoCard as Video } from "../../api/answers.ts";
import { CardLink } from "./card-link.tsx";
import { CardMarks, NewMark } from "./card-marks.tsx";
import { SavedIcons } from "../../lists/saved/saved-icons.tsx";
import { PublishedDate } from "./published-date.tsx";
import { Thumbnail } from "./thumbnail.tsx";

/** Balanced lines would cut long titles in half. */
const TITLE = "line-clamp-2 leading-normal text-wrap";

interface VideoCardProps {
  video: Video;
  isLocked: boolean;
  isEager?: boolean;
}

/** The slots of a card that a list may fill. */
export interface CardSlots {
  /** Replaces the title's link and covers the card. */
  heading?: ReactNode;
  /** Replaces the publication date. */
  date?: ReactNode;
  /** Replaces the favourite and watch-later buttons; null for none. */
  tools?: ReactNode;
  children?: ReactNode;
}

/** For grids: picture above, text below. */
export function VideoCard({ video, isLocked, isEager = false, ...slots }: VideoCardProps & CardSlots) {
  const [category] = video.categories;
  const {
    heading = <CardLink video={video} isLocked={isLocked} />,
    date = <PublishedDate instant={video.created_at} format="short" />,
    tools = <SavedIcons video={video} />,
    children,
  } = slots;
  return (
    <article className="group relative grid content-start gap-3">
      <div className="relative overflow-hidden rounded-lg border">
        <Thumbnail video={video} sizes="(min-width: 80rem) 19rem, (min-width: 48rem) 45vw, 94vw" isEager={isEager} />
        <CardMarks video={video} isLocked={isLocked} />
        <NewMark video={video} className="absolute top-2 left-2" />
      </div>
      <div className="grid gap-1">
        <h3 className={`${TITLE} text-base`}>{heading}</h3>
        <div className="flex min-h-6 items-center justify-between gap-2">
          <p className="flex min-w-0 flex-wrap gap-x-2 text-xs text-muted">
            {category && <span>{category.name}</span>}
            <span>{date}</span>
          </p>
          {tools}
        </div>
        {children}
      </div>
    </article>
  );
}

/** For narrow columns: picture left, text right. */
export function VideoRow({ video, isLocked }: Pick<VideoCardProps, "video" | "isLocked">) {
  const [category] = video.categories;
  return (
    <article className="group relative grid grid-cols-[10rem_minmax(0,1fr)] items-start gap-3 max-[22rem]:grid-cols-[8rem_minmax(0,1fr)]">
      <div className="relative overflow-hidden rounded-lg border">
        <Thumbnail video={video} sizes="10rem" />
        <CardMarks video={video} isLocked={isLocked} />
      </div>
      <div className="grid gap-1">
        <h3 className={`${TITLE} break-normal`}>
          <CardLink video={video} isLocked={isLocked} />
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          <NewMark video={video} />
          {category && <span>{category.name}</span>}
          <PublishedDate instant={video.created_at} format="short" />
        </p>
      </div>
    </article>
  );
}
