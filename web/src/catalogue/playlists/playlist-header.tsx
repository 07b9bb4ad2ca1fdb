import type { PlaylistDetail } from "../../api/answers.ts";
import { Phrases } from "../phrases.tsx";
import { CourseLine } from "../courses/course-line.tsx";
import { progressOf } from "../courses/course-progress.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Cat } from "../../ui/page/cat.tsx";
import { watchPath } from "../videos/card-link.tsx";
import { PlaylistThumbnail } from "./playlist-thumbnail.tsx";
import { totalLength } from "./total-length.ts";

/** Beside the videos on wide screens, above them elsewhere. */
export function PlaylistHeader({ playlist, isLocked }: { playlist: PlaylistDetail; isLocked: boolean }) {
  const { id, title, title_breaks, description, video_count, videos, has_certificate } = playlist;
  const [first] = videos;
  const length = totalLength(videos);
  const course = progressOf(videos);
  const isBegun = course !== null && videos.some(({ is_finished, watched_at }) => is_finished || watched_at);
  const next = isBegun ? videos[course.next] : undefined;
  const number = videos.findIndex((lesson) => lesson === next) + 1;
  return (
    <div className="grid content-start gap-5 md:grid-cols-[min(16rem,40%)_minmax(0,1fr)] xl:sticky xl:top-22 xl:grid-cols-1 xl:self-start">
      <div className="self-start overflow-hidden rounded-lg border max-md:hidden">
        <PlaylistThumbnail playlist={playlist} sizes="22rem" isEager />
      </div>
      <div className="grid content-start gap-3">
        <h1 className="text-xl">
          <Phrases text={title} breaks={title_breaks} />
        </h1>
        <p className="text-muted">
          {video_count}本の動画{length !== null && `・${length}`}
        </p>
        {description ? (
          <p className="max-w-reading text-base whitespace-pre-line">{description}</p>
        ) : (
          <p className="text-muted">説明はありません</p>
        )}
        {isBegun && <CourseLine {...course} />}
        {course && course.finished === course.count && (
          <div role="status" className="flex flex-wrap items-center gap-4">
            <Cat />
            <p className="phrase font-bold">最後まで見終えました。お疲れさまでした。</p>
            {has_certificate && <ButtonLink to="/certificates">修了証を受け取る</ButtonLink>}
          </div>
        )}
        {first && !isLocked && (
          <div className="mt-2 flex flex-wrap gap-2">
            {next && <ButtonLink to={watchPath(next.video.id, id)}>続きから見る（{number}本目）</ButtonLink>}
            <ButtonLink to={watchPath(first.video.id, id)} look={next ? "secondary" : "primary"}>
              最初から見る
            </ButtonLink>
          </div>
        )}
      </div>
    </div>
  );
}
