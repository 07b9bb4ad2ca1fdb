import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import type { Profile } from "../../api/answers.ts";
import { formatLastDay } from "../../ui/date.ts";

export const PLAN_NAME = { monthly: "月額プラン", yearly: "年額プラン", none: "なし" } as const;

export const PLAN_PER = { monthly: "月", yearly: "年" } as const;

export function statusName(profile: Profile): string {
  switch (profile.subscription_status) {
    case "active":
      return profile.cancel_at_period_end && !isGranted(profile) ? "ご利用中（自動更新なし）" : "ご利用中";
    case "trial":
      return hasTrialLeft(profile) ? "無料体験中" : "無料体験終了";
    case "canceled":
      return "契約終了";
    default:
      return "未契約";
  }
}

/** @returns a sentence about the next event of the plan; null if there is none */
export function statusAdvice(profile: Profile): string | null {
  if (isStaff(profile)) return "スタッフは、ご契約がなくてもすべての動画を視聴できます。";
  const end = profile.subscription_end_date === null ? null : formatLastDay(profile.subscription_end_date);
  switch (profile.subscription_status) {
    case "active":
      if (isGranted(profile))
        return end === null ? null : `${end}まで視聴できます。続けて視聴するには、プランのお申し込みが必要です。`;
      return profile.cancel_at_period_end && end !== null ? `自動更新は止まっています。${end}まで視聴できます。` : null;
    case "trial":
      return hasTrialLeft(profile)
        ? "無料体験が終わっても、自動で有料になることはありません。"
        : "無料体験の期間が終了しました。続けて視聴するには、プランのお申し込みが必要です。";
    case "canceled":
      return "ご契約は終了しています。もう一度申し込むと、お申し込みの日からの新しいご契約になります。";
    default:
      return "動画を視聴するには、プランのお申し込みが必要です。";
  }
}

/** Members with a running subscription and staff have nothing to buy. */
export function needsPlan(profile: Profile): boolean {
  return (profile.subscription_status !== "active" || isGranted(profile)) && !isStaff(profile);
}

/** True for members without a plan to whom staff gave access. */
export function isGranted(profile: Profile): boolean {
  return profile.subscription_status === "active" && profile.subscription_plan === "none";
}

export function hasTrialLeft(profile: Profile): boolean {
  return (profile.trial_days_left ?? 0) > 0;
}
