import type { ReactNode } from "react";
import type { VideoCard as Video } from "../../api/answers.ts";
import { CardFacts } from "./card-facts.tsx";
import { CardLink } from "./card-link.tsx";
import { CardMarks, NewMark } from "./card-marks.tsx";
import { SavedIcons } from "../../lists/saved/saved-icons.tsx";
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
      <div className="relative overflow-hidden rounded-lg border">
        <Thumbnail
          video={video}
          sizes={`(min-width: 80rem) 19rem, (min-width: 48rem) 45vw, ${isInRow ? "min(70vw, 18rem)" : "94vw"}`}
          isEager={isEager}
        />
        <CardMarks video={video} isLocked={isLocked} />
        <NewMark video={video} className="absolute top-2 left-2" />
      </div>
      <div className="grid grid-cols-1 gap-1">
        <h3 className={`${TITLE} line-clamp-2 text-base`}>{heading}</h3>
        <div className="flex min-h-6 items-center justify-between gap-2">
          <CardFacts video={video} date={date} />
          {tools}
        </div>
        {children}
      </div>
    </article>
  );
}

/** For narrow columns: picture left, text right. */
export function VideoRow({ video, isLocked }: Pick<VideoCardProps, "video" | "isLocked">) {
  return (
    <article className="group relative grid grid-cols-[10rem_minmax(0,1fr)] items-start gap-3 max-[22rem]:grid-cols-[8rem_minmax(0,1fr)]">
      <div className="relative overflow-hidden rounded-lg border">
        <Thumbnail video={video} sizes="10rem" />
        <CardMarks video={video} isLocked={isLocked} />
      </div>
      <div className="grid grid-cols-1 gap-1">
        <h3 className={`${TITLE} line-clamp-3`}>
          <CardLink video={video} isLocked={isLocked} />
        </h3>
        <CardFacts video={video} mark={<NewMark video={video} className="shrink-0" />} />
      </div>
    </article>
  );
}
