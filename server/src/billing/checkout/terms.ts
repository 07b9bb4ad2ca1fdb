import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { GIFT_DAYS } from "@manabiya/contract/billing/gift-terms.ts";
import type { SiteSettings } from "../../config/config.ts";

const EVERY: Record<PaidPlan, string> = { monthly: "1か月", yearly: "1年" };

/**
 * The terms beside the provider's button that concludes the order (特定商取引法 12条の6). Plain text; the provider accepts
 * 1,200 characters. The page itself shows the amounts.
 */
export function checkoutTerms({ commerceLawUrl }: SiteSettings, plan: PaidPlan): string {
  const sentences = [
    `【自動更新】解約のお手続きをされるまで、${EVERY[plan]}ごとに自動で更新され、更新日に上記の料金が請求されます。`,
    "【解約】プロフィールの「解約する」から、次回の更新日の前日までいつでもお手続きいただけます。支払い済みの期間の終わりまで視聴できます。",
    "【返金】お支払い後のお客様のご都合による返金は行っていません。残りの期間分の返金もありません。",
    "【残高】残高がある場合は、料金に充てられます。",
  ];
  return withLaw(sentences, commerceLawUrl);
}

/** As `checkoutTerms`, for a gift. */
export function giftTerms({ commerceLawUrl }: SiteSettings): string {
  const sentences = [
    "【自動更新】ありません。お支払いは今回だけです。",
    `【ギフトコード】お支払い後に表示し、メールでもお送りします。有効期限は、お支払いの日を含めて${GIFT_DAYS}日間です。`,
    "【返金】お支払い後のお客様のご都合による返金は行っていません。",
  ];
  return withLaw(sentences, commerceLawUrl);
}

function withLaw(sentences: string[], url: string): string {
  return [...sentences, ...(url === "" ? [] : [`特定商取引法に基づく表記：${url}`])].join("");
}
