import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";

export function PlaylistSkeleton() {
  return (
    <SkeletonGroup className="mx-auto grid w-full max-w-page gap-8 px-4 py-6 md:px-6 xl:grid-cols-[min(22rem,40%)_minmax(0,1fr)] xl:gap-10">
      <div className="grid content-start gap-5 md:grid-cols-[min(16rem,40%)_minmax(0,1fr)] xl:grid-cols-1">
        <Skeleton className="aspect-video rounded-lg max-md:hidden" />
        <div className="grid content-start gap-3">
          <Skeleton className="h-8 w-4/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-20" />
        </div>
      </div>
      <div className="grid content-start gap-6">
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className="grid grid-cols-[min(12rem,38%)_minmax(0,1fr)] gap-3">
            <Skeleton className="aspect-video rounded-lg" />
            <div className="grid content-center gap-2">
              <Skeleton className="h-5" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
