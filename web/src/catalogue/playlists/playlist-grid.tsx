import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import type { Playlist } from "../../api/answers.ts";
import { query } from "../../api/calls.ts";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { COLUMNS } from "../videos/video-grid.tsx";
import { PlaylistCard } from "./playlist-card.tsx";

const GRID = `grid gap-x-5 gap-y-8 ${COLUMNS}`;

export function PlaylistGrid({ playlists }: { playlists: readonly Playlist[] }) {
  const { data } = useQuery({ ...query(contract.courses.list), staleTime: 0 });
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

export function PlaylistGridSkeleton() {
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
