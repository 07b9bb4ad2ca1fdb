import type { BegunCourse } from "@manabiya/contract/lists/courses.ts";
import type { Playlist } from "../../api/answers.ts";
import { ListVideo } from "lucide-react";
import { Link } from "react-router";
import { CourseLine } from "../courses/course-line.tsx";
import { Phrases } from "../phrases.tsx";
import { COVERING_LINK } from "../videos/card-link.tsx";
import { PlaylistThumbnail } from "./playlist-thumbnail.tsx";

/** Lines fill to their end, as in video titles. */
const LINES = "line-clamp-2 text-wrap wrap-anywhere";

interface PlaylistCardProps {
  playlist: Playlist;
  /** Undefined before the member finishes a lesson. */
  course: BegunCourse | undefined;
  isEager: boolean;
}

export function PlaylistCard({ playlist, course, isEager }: PlaylistCardProps) {
  const { id, title, title_breaks, description, video_count } = playlist;
  return (
    <article className="group relative grid content-start gap-3">
      <div className="relative overflow-hidden rounded-lg border">
        <PlaylistThumbnail playlist={playlist} sizes="(min-width: 30rem) 18rem, 94vw" isEager={isEager} />
        <p className="absolute right-2 bottom-2 flex items-center gap-1.5 rounded-md bg-scrim px-2 py-0.5 text-xs text-on-scrim">
          <ListVideo aria-hidden className="size-4" />
          {video_count}本の動画
        </p>
      </div>
      <div className="grid gap-1">
        <h2 className={`${LINES} text-base leading-normal`}>
          <Link to={`/playlists/${id}`} className={COVERING_LINK}>
            <Phrases text={title} breaks={title_breaks} />
          </Link>
        </h2>
        <p className={`${LINES} text-muted`}>{description || "説明はありません"}</p>
        {course && <CourseLine finished={course.finished_count} count={course.video_count} />}
      </div>
    </article>
  );
}
