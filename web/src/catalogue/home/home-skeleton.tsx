import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { VideoGridSkeleton } from "../videos/video-grid.tsx";

export function HomeSkeleton() {
  return (
    <SkeletonGroup className="grid min-h-dvh content-start gap-4">
      <Skeleton className="h-7 w-32" />
      <VideoGridSkeleton count={8} />
    </SkeletonGroup>
  );
}
