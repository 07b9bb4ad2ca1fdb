import type { CheckoutPreview } from "@manabiya/contract/billing/checkout-preview.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type { ComponentProps, ReactNode } from "react";
import { sentenceOf } from "../../api/calls.ts";
import { site } from "../../site.ts";
import { taxWords } from "../plans/tax-words.ts";
import { formatDay } from "../../ui/date.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { Section } from "../../ui/page/section.tsx";
import { PLAN_NAME, PLAN_PER } from "../plans/plan-text.ts";
import { CouponField } from "./coupon-field.tsx";
import { type Coupon, useOrderPreview } from "./use-order-preview.ts";

interface FinalConfirmationProps {
  plan: PaidPlan;
  /**
   * The payment button and its error message, for the coupon of the order and the price that the confirmation names.
   * `isByInvoice`: an invoice is offered beside the card.
   */
  children: (coupon: Coupon, price: number, isByInvoice: boolean) => ReactNode;
}

/**
 * Japanese law requires this before an order (特定商取引法 12条の6): content, price, time of charge, duration and
 * cancellation. Amounts and dates are the card provider's.
 */
export function FinalConfirmation({ plan, children }: FinalConfirmationProps) {
  const { coupon, preview } = useOrderPreview(plan);
  return (
    <Loaded
      query={preview}
      message={sentenceOf(preview.error, "プラン情報を読み込めませんでした。")}
      skeleton={<SkeletonGroup label="金額を計算しています" blocks={["h-180 sm:h-140"]} />}
    >
      {(data) => (
        <Confirmation facts={factsOf(plan, data)} coupon={<CouponField coupon={coupon} />}>
          {children(coupon, data.price, data.by_invoice === true)}
        </Confirmation>
      )}
    </Loaded>
  );
}

type FactList = ComponentProps<typeof Facts>["facts"];

interface ConfirmationProps {
  facts: FactList;
  coupon?: ReactNode;
  children: ReactNode;
}

export function Confirmation({ facts, coupon, children }: ConfirmationProps) {
  return (
    <Section title="お申し込み内容の確認" isPanel>
      <Facts facts={facts} />
      {coupon}
      {site.commerceLawUrl && (
        <p>
          <a href={site.commerceLawUrl} target="_blank" rel="noopener" className="text-primary underline">
            特定商取引法に基づく表記
            <span className="sr-only">（新しいタブで開きます）</span>
          </a>
        </p>
      )}
      <div className="mt-2 grid gap-4">{children}</div>
    </Section>
  );
}

const yen = (amount: number) => taxWords(`${formatYen(amount)}（税込）`);

function factsOf(plan: PaidPlan, preview: CheckoutPreview): FactList {
  const { price, tax, charged_today, credit_used, credit, next_charge_at, next_charge } = preview;
  const { first_due_at, first_due, coupon } = preview;
  const full = coupon?.full_price_at && coupon.payments !== 1 ? formatDay(coupon.full_price_at) : null;
  const fullPrice = full ? `${full}からは${yen(price)}が請求されます。` : "";
  const renewal = `次回は${formatDay(next_charge_at)}に${yen(next_charge)}です。${fullPrice}`;
  const later = coupon ? "" : `、その後は毎回${yen(price)}`;
  const due = `残高を使い切ると、${formatDay(first_due_at)}に${yen(first_due)}${later}をお支払いいただきます。`;
  return [
    ...priceFacts(plan, { price, tax }, coupon),
    credit_used > 0 && [
      "残高",
      `${formatYen(credit_used)}を今回の料金に充てます。${credit > 0 ? `充当後の残高は${formatYen(credit)}です。` : ""}`,
    ],
    ["本日のお支払い", <strong key="today">{yen(charged_today)}</strong>],
    ["2回目以降のお支払い", `${renewalOf(plan, price, coupon)}${renewal}${credit > 0 && first_due > 0 ? due : ""}`],
    ...terms(plan, preview.by_invoice),
  ];
}

type Reduction = CheckoutPreview["coupon"];

function reductionOf({ price, tax, payments }: NonNullable<Reduction>): string {
  const figures = taxWords(`${formatYen(price)}（税込、うち消費税${formatYen(tax)}）になります。`);
  if (payments === null) return `毎回のお支払いが${figures}`;
  return payments === 1 ? `初回のお支払いが${figures}` : `最初の${payments}回のお支払いが、それぞれ${figures}`;
}

/** Yen including tax. */
function yearOf(price: number, coupon: Reduction): number {
  const reduced = coupon ? Math.min(12, coupon.payments ?? 12) : 0;
  return reduced * (coupon?.price ?? 0) + (12 - reduced) * price;
}

function priceFacts(plan: PaidPlan, { price, tax }: { price: number; tax: number }, coupon: Reduction = null) {
  const rate = Math.round((tax / (price - tax)) * 100);
  return [
    ["お申し込みの内容", `${site.name} ${PLAN_NAME[plan]}（すべての動画の視聴）`],
    [
      "料金",
      <strong key="amount">
        {yen(price)}／{PLAN_PER[plan]}
      </strong>,
    ],
    !site.isTaxExempt && ["内訳", `本体${formatYen(price - tax)}＋消費税${rate}% ${formatYen(tax)}`],
    coupon !== null && ["クーポン", `「${coupon.code}」で、${reductionOf(coupon)}`],
    plan === "monthly" && ["12か月続けた場合の合計", yen(yearOf(price, coupon))],
  ] as const satisfies FactList;
}

function renewalOf(plan: PaidPlan, price: number, coupon: Reduction = null): string {
  const renewed = coupon && coupon.payments !== 1 ? coupon.price : price;
  return `毎${PLAN_PER[plan]}、自動で更新され、${yen(renewed)}が請求されます。`;
}

function terms(plan: PaidPlan, isByInvoice = false) {
  const other = isByInvoice ? "。コンビニ・銀行振込（請求書）も選べます" : "";
  return [
    ["お支払い方法", `クレジットカード（決済サービスStripeの画面で入力します）${other}`],
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
  ] as const satisfies FactList;
}
