import type { ReactNode } from "react";
import type { VideoCard as Video } from "../../api/answers.ts";
import { CardFacts } from "./card-facts.tsx";
import { CardLink } from "./card-link.tsx";
import { CardMarks, NewMark } from "./card-marks.tsx";
import { SavedIcons } from "../saved/saved-icons.tsx";
import { Thumbnail } from "./thumbnail.tsx";

/** Balanced lines would cut long titles in half. */
const TITLE = "leading-normal text-wrap wrap-anywhere";

interface VideoCardProps {
  video: Video;
  isLocked: boolean;
  isEager?: boolean;
  /** Narrower on phones. */
  isInRow?: boolean;
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
export function VideoCard({ video, isLocked, isEager = false, isInRow, ...slots }: VideoCardProps & CardSlots) {
  const {
    heading = <CardLink video={video} isLocked={isLocked} />,
    date,
    tools = <SavedIcons video={video} />,
    children,
  } = slots;
  return (
    <article className="group relative grid grid-cols-1 content-start gap-3">
      <div className="@container relative overflow-hidden rounded-lg border">
        <Thumbnail
          video={video}
          sizes={isInRow ? "(min-width: 48rem) 22rem, min(70vw, 18rem)" : "(min-width: 30rem) 18rem, 94vw"}
          isEager={isEager}
        />
        <CardMarks video={video} isLocked={isLocked} />
        <NewMark video={video} className="absolute top-2 left-2" />
      </div>
      <div className="grid grid-cols-1 gap-1">
        <h3 className={`${TITLE} line-clamp-3 text-base`}>{heading}</h3>
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-2 gap-y-3">
          <CardFacts video={video} date={date} />
          {tools}
        </div>
        {children}
      </div>
    </article>
  );
}

/** For narrow columns: picture left, text right, or below where large letters leave it no room. */
export function VideoRow({ video, isLocked }: Pick<VideoCardProps, "video" | "isLocked">) {
  return (
    <article className="group relative flex flex-wrap items-start gap-3">
      <div className="@container relative w-[min(10rem,42%)] overflow-hidden rounded-lg border">
        <Thumbnail video={video} sizes="10rem" />
        <CardMarks video={video} isLocked={isLocked} />
      </div>
      <div className="grid flex-1 basis-28 grid-cols-1 gap-1">
        <h3 className={`${TITLE} line-clamp-3`}>
          <CardLink video={video} isLocked={isLocked} />
        </h3>
        <CardFacts video={video} mark={<NewMark video={video} className="shrink-0" />} />
      </div>
    </article>
  );
}
