import { SkeletonGroup } from "../../ui/skeleton.tsx";

/** In the shape of both plans. */
export function PlansSkeleton() {
  return (
    <SkeletonGroup
      className="grid gap-4 grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))]"
      blocks={["h-72", "h-72"]}
    />
  );
}
