import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { Suspense, useEffect, useRef, useState } from "react";
import { useProfile } from "../../api/profile.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { FinalConfirmation } from "./final-confirmation.tsx";
import { InvoiceButton } from "./invoice-button.tsx";
import { OrderButton } from "./order-button.tsx";
import { PlanCards } from "../plans/plan-cards.tsx";
import { PlansSkeleton } from "../plans/plans-skeleton.tsx";
import { needsPlan, PLAN_NAME, statusAdvice } from "../plans/plan-text.ts";
import { SignupSteps } from "./signup-steps.tsx";
import { WantedVideo } from "./wanted-video.tsx";
import { usePrices } from "../plans/use-prices.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/page/lazy-part.ts";
import { Failure } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page/section.tsx";
import { Check } from "lucide-react";

const AwaitedBill = lazyPart(() => import("../subscription/awaited-bill.tsx"));

export default function CheckoutPage() {
  usePageTitle("プランのお申し込み");
  return (
    <>
      <SignupSteps current={2} />
      <div className="mx-auto grid max-w-3xl gap-6 px-4 py-8">
        <div>
          <h1 className="text-xl">プランを選ぶ</h1>
          <p className="mt-2 text-muted">どちらのプランでも、使える機能は同じです。</p>
        </div>
        <WhyHere />
        <Suspense>
          <AwaitedBill />
        </Suspense>
        <WantedVideo />
        <Plans />
        <PlanFeatures />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/" look="secondary">
            ホームへ
          </ButtonLink>
          <ButtonLink to="/gift/redeem" look="quiet">
            ギフトコードをお持ちの方
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

/** Explains the redirect to a member without access. */
function WhyHere() {
  const { data } = useProfile();
  if (!data) return null;
  if (!needsPlan(data)) {
    return (
      <Banner
        tone="notice"
        action={
          <ButtonLink to="/profile" look="secondary">
            プロフィールへ
          </ButtonLink>
        }
      >
        {data.subscription_status === "active"
          ? `${PLAN_NAME[data.subscription_plan]}をご利用中です。新しいお申し込みは必要ありません。`
          : statusAdvice(data)}
      </Banner>
    );
  }
  const advice = statusAdvice(data);
  return advice && <p className="phrase max-w-reading">{advice}</p>;
}

function Plans() {
  const found = usePrices();
  const { data: prices, isPending } = found;
  const [selected, setSelected] = useState<PaidPlan | null>(null);
  const price = prices?.find(({ price_type }) => price_type === selected);
  if (isPending) return <PlansSkeleton />;
  return (
    <>
      {!prices && <Failure query={found} message="料金情報を読み込めませんでした。" />}
      <PlanCards prices={prices} selected={selected} onSelect={setSelected} />
      {selected && price && (
        <Confirmation key={selected}>
          <FinalConfirmation plan={selected}>
            {(coupon, shown, isByInvoice) => (
              <>
                <OrderButton plan={selected} coupon={coupon} price={shown} />
                {isByInvoice && <InvoiceButton price={shown} />}
              </>
            )}
          </FinalConfirmation>
        </Confirmation>
      )}
    </>
  );
}

/** Scrolls into view and takes the focus when a plan is chosen. */
function Confirmation({ children }: { children: React.ReactNode }) {
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={section} tabIndex={-1} className="scroll-mt-20 outline-none">
      {children}
    </div>
  );
}

const FEATURES = ["すべての動画が見放題", "チャプターごとの要約", "お気に入りと「後で見る」", "いつでも解約可能"];

function PlanFeatures() {
  return (
    <Section title="プランに含まれるもの">
      <ul className="grid gap-2 sm:grid-cols-2">
        {FEATURES.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
            {feature}
          </li>
        ))}
      </ul>
    </Section>
  );
}
