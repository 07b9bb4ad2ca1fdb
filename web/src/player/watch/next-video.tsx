import { Link } from "react-router";
import type { VideoCard } from "../../api/answers.ts";
import { CardLink, watchPath } from "../../catalogue/videos/card-link.tsx";
import { Thumbnail } from "../../catalogue/videos/thumbnail.tsx";

type Next = Pick<VideoCard, "id" | "title" | "title_breaks" | "thumbnail" | "video_id">;

interface NextVideoProps {
  video: Next;
  /** The playlist that holds the video. */
  playlist?: number | undefined;
}

/** The suggestion over an ended video. */
export function NextVideo({ video, playlist }: NextVideoProps) {
  return (
    <div className="grid w-full max-w-md gap-1 sm:gap-2">
      <p className="text-xs">{playlist === undefined ? "次の動画" : "再生リストの次の動画"}</p>
      <div className="group relative flex items-center gap-4 rounded-lg border border-on-scrim/40 p-2 sm:p-3 hover:border-on-scrim">
        <div className="w-32 shrink-0 overflow-hidden rounded-md max-sm:hidden">
          <Thumbnail video={video} sizes="8rem" />
        </div>
        <p className="line-clamp-2 font-bold">
          <CardLink video={video} isLocked={false} playlist={playlist} />
        </p>
      </div>
    </div>
  );
}

interface ElsewhereLinkProps {
  video: Pick<Next, "id"> | undefined;
  playlist: number | undefined;
  className: string;
}

/** The failure panel's link to another video. */
export function ElsewhereLink({ video, playlist, className }: ElsewhereLinkProps) {
  return (
    <Link to={video ? watchPath(video.id, playlist) : "/new-videos"} className={className}>
      別の動画へ
    </Link>
  );
}
