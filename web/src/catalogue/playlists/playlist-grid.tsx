import type { Playlist } from "../../api/answers.ts";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { PlaylistCard } from "./playlist-card.tsx";

const GRID = "grid gap-x-5 gap-y-8 md:grid-cols-2 xl:grid-cols-3";

export function PlaylistGrid({ playlists }: { playlists: readonly Playlist[] }) {
  return (
    <ul className={GRID}>
      {playlists.map((playlist, index) => (
        <li key={playlist.id}>
          <PlaylistCard playlist={playlist} isEager={index < 3} />
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
