import { contract } from "@manabiya/contract";
import { useEffect } from "react";
import { useRead } from "../../api/calls.ts";
import { UndeliverableLine } from "./undeliverable-line.tsx";
import { HOME_LISTS, HomeVideos } from "./home-videos.tsx";
import { useProfile } from "../../api/profile.ts";
import { useGradual } from "../../ui/page/use-gradual.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Failure } from "../../ui/loaded.tsx";
import { useLocked } from "../videos/use-locked.ts";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { VideoGridSkeleton } from "../videos/video-grid.tsx";
import type { Profile } from "../../api/answers.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Banner } from "../../ui/banner.tsx";

/** On the way back to it the page is whole at once, because it may be scrolled. */
let wasShown = false;

export default function HomePage() {
  const home = useRead(contract.home.get);
  const profile = useProfile();
  const isLocked = useLocked();
  // Both at once, so that a late banner does not shift the content.
  const isPending = home.isPending || profile.isPending;
  const lists = useGradual(isPending ? 0 : HOME_LISTS, wasShown ? HOME_LISTS : 0);
  useEffect(() => void (wasShown = true), []);
  usePageTitle("");

  function content() {
    if (isPending || lists === 0) return <HomeSkeleton />;
    if (!home.data) return <Failure message="動画データの取得に失敗しました。" query={home} />;
    // A locked catalogue is explained first; the days of a trial make way for the videos.
    const banner = profile.data && <HomeBanner profile={profile.data} canWatch={!isLocked} />;
    return (
      <>
        <UndeliverableLine />
        {isLocked && banner}
        <HomeVideos home={home.data} isLocked={isLocked} lists={lists} />
        {!isLocked && lists === HOME_LISTS && banner}
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

const CLOSED: Record<Profile["subscription_status"], { text: string; action: string }> = {
  inactive: { text: "プランを申し込むと、すべての動画をご覧いただけます。", action: "プランを選ぶ" },
  trial: {
    text: "1週間の無料体験は終了しました。プランを申し込むと、続きからご覧いただけます。",
    action: "プランを選ぶ",
  },
  canceled: {
    text: "ご契約は終了しています。もう一度申し込むと、すべての動画をご覧いただけます。",
    action: "もう一度申し込む",
  },
  active: {
    text: "ご契約の期間が終了しました。もう一度申し込むと、すべての動画をご覧いただけます。",
    action: "もう一度申し込む",
  },
};

/** Days that are left on the third day of a trial. Before it nothing is sold. */
const SELLS_AT = 5;

/** Offers plans to members without access, and counts the days of a trial. */
function HomeBanner({ profile, canWatch }: { profile: Profile; canWatch: boolean }) {
  const { subscription_status, trial_days_left } = profile;
  if (!canWatch) {
    const { text, action } = CLOSED[subscription_status];
    return (
      <Banner tone="notice" action={<ButtonLink to="/checkout">{action}</ButtonLink>}>
        {text}
      </Banner>
    );
  }
  if (subscription_status !== "trial" || trial_days_left == null || trial_days_left <= 0) return null;
  return (
    <Banner
      tone="notice"
      action={
        trial_days_left <= SELLS_AT && (
          <ButtonLink to="/checkout" look="secondary">
            プランを見る
          </ButtonLink>
        )
      }
    >
      無料体験は残り{trial_days_left}日です
    </Banner>
  );
}
