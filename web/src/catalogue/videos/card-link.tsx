import type { ReactNode } from "react";
import { Link } from "react-router";
import type { VideoCard } from "../../api/answers.ts";

/** Makes a link as large as its card, the nearest positioned ancestor, which is a `group`. */
export const COVERING_LINK =
  "after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-4 focus-visible:after:outline-primary group-hover:underline";

interface CardLinkProps {
  video: Pick<VideoCard, "title"> & { id: number | string };
  isLocked: boolean;
  /** Goes on with this playlist afterwards. */
  playlist?: number | undefined;
  /** Instead of the title: the title in another look. */
  children?: ReactNode;
}

/** A video's title as a link that covers its whole card. */
export function CardLink({ video, isLocked, playlist, children = video.title }: CardLinkProps) {
  return (
    <Link
      // Where the guard of the watch page would lead anyway.
      to={isLocked ? "/checkout" : watchPath(video.id, playlist)}
      className={COVERING_LINK}
    >
      {children}
      {isLocked && <span className="sr-only">（視聴にはプランへの登録が必要です）</span>}
    </Link>
  );
}

export function watchPath(id: number | string, playlist?: number): string {
  return playlist === undefined ? `/video/${id}` : `/video/${id}?playlist=${playlist}`;
}
