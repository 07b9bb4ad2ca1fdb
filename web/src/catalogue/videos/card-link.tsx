import type { ReactNode } from "react";
import { Link } from "react-router";
import { withNext } from "../../session/next-path.ts";
import type { VideoCard } from "../../api/answers.ts";
import { Phrases } from "../phrases.tsx";

/** Stretches a link over its card, the nearest positioned ancestor, which is a `group`. */
export const COVERING_LINK =
  "after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-4 focus-visible:after:outline-primary group-hover:underline";

interface CardLinkProps {
  video: Pick<VideoCard, "id" | "title" | "title_breaks">;
  isLocked: boolean;
  /** The playlist to continue with. */
  playlist?: number | undefined;
  /** The title in another form. */
  children?: ReactNode;
}

export function CardLink({ video, isLocked, playlist, children }: CardLinkProps) {
  const path = watchPath(video.id, playlist);
  return (
    <Link
      // The watch page would redirect there anyway.
      to={isLocked ? withNext("/checkout", path) : path}
      className={COVERING_LINK}
    >
      {children ?? <Phrases text={video.title} breaks={video.title_breaks} />}
      {isLocked && <span className="sr-only">（視聴にはプランのお申し込みが必要です）</span>}
    </Link>
  );
}

export function watchPath(id: number, playlist?: number): string {
  return playlist === undefined ? `/video/${id}` : `/video/${id}?playlist=${playlist}`;
}
