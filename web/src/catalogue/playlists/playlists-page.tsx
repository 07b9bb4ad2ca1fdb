import { usePlaylists } from "./playlist-list.ts";
import { useIsStaff } from "../../api/profile.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { contract } from "@manabiya/contract";
import type { Playlist } from "../../api/answers.ts";
import { useRead } from "../../api/calls.ts";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { COLUMNS } from "../videos/video-grid.tsx";
import type { BegunCourse } from "@manabiya/contract/lists/courses.ts";
import { ListVideo } from "lucide-react";
import { Link } from "react-router";
import { CourseLine } from "../courses/course-line.tsx";
import { Phrases } from "../phrases.tsx";
import { COVERING_LINK } from "../videos/card-link.tsx";
import { PlaylistThumbnail } from "./playlist-thumbnail.tsx";

export default function PlaylistsPage() {
  usePageTitle("再生リスト");
  const isStaff = useIsStaff();
  return (
    <div className="mx-auto grid w-full max-w-wide gap-6 px-4 py-6 md:px-6">
      <div className="flex min-h-target flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl">再生リスト</h1>
        {isStaff && <ButtonLink to="/playlists/create">再生リストを作成</ButtonLink>}
      </div>
      <Playlists />
    </div>
  );
}

function Playlists() {
  const found = usePlaylists();
  const { data } = found;
  if (!data)
    return <NotLoaded query={found} message="再生リストの読み込みに失敗しました" skeleton={<PlaylistGridSkeleton />} />;
  if (data.length > 0) return <PlaylistGrid playlists={data} />;
  return (
    <EmptyState action={<ButtonLink to="/new-videos">新着動画を見る</ButtonLink>}>再生リストはありません</EmptyState>
  );
}

const GRID = `grid gap-x-5 gap-y-8 ${COLUMNS}`;

function PlaylistGrid({ playlists }: { playlists: readonly Playlist[] }) {
  const { data } = useRead(contract.courses.list, undefined, { staleTime: 0 });
  const courses = new Map(data?.results.map((course) => [course.id, course]));
  return (
    <ul className={GRID}>
      {playlists.map((playlist, index) => (
        <li key={playlist.id}>
          <PlaylistCard playlist={playlist} course={courses.get(playlist.id)} isEager={index < 4} />
        </li>
      ))}
    </ul>
  );
}

function PlaylistGridSkeleton() {
  return (
    <SkeletonGroup className={GRID}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="grid gap-3">
          <Skeleton className="aspect-video rounded-lg" />
          <div className="grid gap-2">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** Lines fill to their end, as in video titles. */
const LINES = "line-clamp-2 text-wrap wrap-anywhere";

interface PlaylistCardProps {
  playlist: Playlist;
  /** Undefined before the member finishes a lesson. */
  course: BegunCourse | undefined;
  isEager: boolean;
}

function PlaylistCard({ playlist, course, isEager }: PlaylistCardProps) {
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
