import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";

/** In the shape of both plans. */
export function PlansSkeleton() {
  return (
    <SkeletonGroup className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </SkeletonGroup>
  );
}
