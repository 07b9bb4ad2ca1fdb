import { lazy, Suspense, useState } from "react";
import type { Profile } from "../../api/answers.ts";
import {
  hasTrialLeft,
  isGranted,
  needsPlan,
  PLAN_NAME,
  statusAdvice,
  statusName,
} from "../../billing/plans/plan-text.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { formatDay, formatLastDay } from "../../ui/date.ts";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { ProfileBlock, ProfileFacts } from "../../ui/page/profile-block.tsx";
import { loadPageFile } from "../../ui/page/page-file.ts";

/** Loaded on demand: only members with payments need it. */
const Billing = lazy(() => loadPageFile(() => import("../../billing/subscription/billing.tsx")));

const SuspendedBill = lazy(() => import("../../billing/subscription/suspended-bill.tsx"));

const AwaitedBill = lazy(() => import("../../billing/subscription/awaited-bill.tsx"));

/** The member's plan and the actions it offers. */
export function SubscriptionBlock({ profile }: { profile: Profile }) {
  // The message stays here, because the action may remove its own block.
  const [done, setDone] = useState<string | null>(null);
  const advice = statusAdvice(profile);
  const end = (renews(profile) ? formatDay : formatLastDay)(profile.subscription_end_date ?? "");
  const mayHavePaid = profile.subscription_status === "active" || profile.subscription_status === "canceled";
  // As high as the usual content, so that the page does not jump: facts and up to three actions.
  const skeleton = (
    <SkeletonGroup className="mt-4">
      <Skeleton className={profile.subscription_status === "active" ? "h-85 sm:h-63" : "h-11"} />
    </SkeletonGroup>
  );
  return (
    <ProfileBlock title="ご契約">
      <ProfileFacts
        facts={[
          ["プラン", PLAN_NAME[profile.subscription_plan]],
          ["状態", statusName(profile)],
          hasTrialLeft(profile) && ["無料体験", `残り${profile.trial_days_left}日`],
          end !== null && [endName(profile), end],
        ]}
      />
      {advice && <p className="phrase mt-4 max-w-reading">{advice}</p>}
      {needsPlan(profile) && (
        <ButtonLink to="/checkout" className="mt-4">
          プランと料金を見る
        </ButtonLink>
      )}
      {done && (
        <Banner tone="success" className="mt-4">
          {done}
        </Banner>
      )}
      {mayHavePaid && (
        <Suspense fallback={skeleton}>
          <Billing profile={profile} onDone={setDone} skeleton={skeleton} />
        </Suspense>
      )}
      {profile.subscription_status !== "active" && (
        <Suspense fallback={null}>
          <AwaitedBill />
        </Suspense>
      )}
      {profile.subscription_status === "inactive" && (
        <Suspense fallback={null}>
          <SuspendedBill />
        </Suspense>
      )}
    </ProfileBlock>
  );
}

const renews = (profile: Profile) => profile.subscription_status === "active" && !profile.cancel_at_period_end;

function endName(profile: Profile): string {
  if (isGranted(profile)) return "視聴期限";
  return renews(profile) ? "次回の更新日" : "契約終了日";
}
