import type { PaidPlan, Price } from "@manabiya/contract/billing/subscription.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type { ReactNode } from "react";
import { site } from "../../site.ts";
import { formatDay } from "../../ui/date.ts";
import { Facts } from "../subscription/facts.tsx";
import { nextRenewal } from "../subscription/next-renewal.ts";
import { PLAN_NAME, PLAN_PER } from "../plans/plan-text.ts";

interface FinalConfirmationProps {
  plan: PaidPlan;
  price: Price;
  /** The payment button and its error message. */
  children: ReactNode;
}

/**
 * Japanese law requires this before an order (特定商取引法 12条の6): content, price, time of charge, duration and
 * cancellation.
 */
export function FinalConfirmation({ plan, price, children }: FinalConfirmationProps) {
  const amount = `${formatYen(price.amount_including_tax)}（税込）`;
  const per = PLAN_PER[plan];
  const renewal = plan === "monthly" ? "翌月の同じ日" : "翌年の同じ日";
  return (
    <section aria-labelledby="confirmation" className="rounded-lg border bg-surface p-5 md:p-6">
      <h2 id="confirmation" className="text-lg">
        お申し込み内容の確認
      </h2>
      <div className="mt-4">
        <Facts
          facts={[
            ["お申し込みの内容", `${site.name} ${PLAN_NAME[plan]}（すべての動画の視聴）`],
            [
              "料金",
              <strong key="amount">
                {amount} / {per}
              </strong>,
            ],
            [
              "内訳",
              `本体 ${formatYen(price.amount)} + 消費税${Math.round(price.tax_rate * 100)}% ${formatYen(price.amount_including_tax - price.amount)}`,
            ],
            ["本日のお支払い", amount],
            [
              "2回目以降のお支払い",
              `${renewal}から毎${per}、自動で更新され、${amount}が請求されます（次回は${formatDay(nextRenewal(plan, Date.now()))}の予定）。`,
            ],
            ["お支払い方法", "クレジットカード（決済サービスStripeの画面で入力します）"],
            [
              "利用できる期間",
              `お支払いの完了後すぐに視聴できます。解約のお手続きをされるまで、1${plan === "monthly" ? "か月" : "年"}ごとに自動で更新されます。`,
            ],
            [
              "解約の方法",
              "プロフィールの「解約する」から、次回の更新日の前日までいつでもお手続きいただけます。解約後も、支払い済みの期間の終わりまで視聴できます。",
            ],
            [
              "返金",
              "お支払い後のお客様のご都合による返金は行っていません。期間の途中で解約のお手続きをされた場合も、残りの期間分の返金はありません。",
            ],
          ]}
        />
      </div>
      <div className="mt-6 grid gap-4">{children}</div>
    </section>
  );
}
