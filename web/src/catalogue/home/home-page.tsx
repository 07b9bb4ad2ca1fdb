import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";
import { HomeBanner } from "./home-banner.tsx";
import { UndeliverableLine } from "./undeliverable-line.tsx";
import { HomeVideos } from "./home-videos.tsx";
import { useProfile } from "../../api/profile.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Failure } from "../../ui/loaded.tsx";
import { useLocked } from "../videos/use-locked.ts";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { VideoGridSkeleton } from "../videos/video-grid.tsx";

export default function HomePage() {
  const home = useQuery(query(contract.home.get));
  const profile = useProfile();
  const isLocked = useLocked();
  usePageTitle("");

  function content() {
    // Both at once, so that a late banner does not shift the content.
    if (home.isPending || profile.isPending) return <HomeSkeleton />;
    if (!home.data) {
      return <Failure message="動画データの取得に失敗しました。" query={home} />;
    }
    // A locked catalogue is explained first; the days of a trial make way for the videos.
    const banner = profile.data && <HomeBanner profile={profile.data} canWatch={!isLocked} />;
    return (
      <>
        <UndeliverableLine />
        {isLocked && banner}
        <HomeVideos home={home.data} isLocked={isLocked} />
        {!isLocked && banner}
      </>
    );
  }

  return (
    <div className="mx-auto grid w-full max-w-wide gap-10 px-4 py-6 md:px-6">
      <h1 className="sr-only">ホーム</h1>
      {content()}
    </div>
  );
}

function HomeSkeleton() {
  return (
    <SkeletonGroup className="@container grid min-h-dvh content-start gap-4">
      <Skeleton className="h-7 w-32" />
      <VideoGridSkeleton isRow count={8} />
    </SkeletonGroup>
  );
}
