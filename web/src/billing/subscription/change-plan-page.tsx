import { contract } from "@manabiya/contract";
import type {
  PaidPlan,
  Price,
  SubscriptionDetails,
  PendingPlanChange,
} from "@manabiya/contract/billing/subscription.ts";
import { useState, useEffect } from "react";
import { useRead, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { useProfile } from "../../api/profile.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { ChangeButton } from "./change-button.tsx";
import { ChangePreview } from "./change-preview.tsx";
import { PlanCards } from "../plans/plan-cards.tsx";
import { PlansSkeleton } from "../plans/plans-skeleton.tsx";
import { usePrices } from "../plans/use-prices.ts";
import { ScheduledChangeNotice } from "./scheduled-change.tsx";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink, Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure, NotLoaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useNavigate } from "react-router";
import { storePendingChange } from "./pending-change.ts";
import { PLAN_NAME } from "../plans/plan-text.ts";

export default function ChangePlanPage() {
  usePageTitle("プランの変更");
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-4 py-6 md:py-8">
      <h1 className="text-xl">プランの変更</h1>
      <Content />
    </div>
  );
}

function Content() {
  const found = useProfile();
  const { data: profile } = found;
  const subscription = useRead(contract.subscription.get);
  if (!profile)
    return <NotLoaded query={found} message="プラン情報を読み込めませんでした。" skeleton={<PlansSkeleton />} />;
  const { subscription_status, subscription_plan: plan } = profile;
  if (subscription_status !== "active" || plan === "none") {
    return (
      <EmptyState action={<ButtonLink to="/checkout">プランを見る</ButtonLink>}>
        ご契約中のプランがありません。
      </EmptyState>
    );
  }
  const pending = subscription.data?.pending_change;
  if (pending) return <PendingPayment change={pending} />;
  const own = subscription.data?.subscription ?? null;
  return (
    <>
      {own?.scheduled_change && <ScheduledChangeNotice change={own.scheduled_change} />}
      <Choice key={plan} current={plan} own={own} />
    </>
  );
}

const OTHER: Record<PaidPlan, PaidPlan> = { monthly: "yearly", yearly: "monthly" };

function Choice({ current, own }: { current: PaidPlan; own: SubscriptionDetails | null }) {
  const found = usePrices();
  const { data: list, isPending } = found;
  const prices = list && own ? list.map((price) => ownPrice(price, own)) : list;
  const [selected, setSelected] = useState<PaidPlan>(OTHER[current]);
  if (isPending) return <PlansSkeleton />;
  return (
    <>
      {!prices && <Failure query={found} message="料金情報を読み込めませんでした。" />}
      <PlanCards prices={prices} current={current} selected={selected} onSelect={setSelected} />
      {selected === current ? (
        <Banner tone="danger">現在と同じプランが選択されています。</Banner>
      ) : (
        <ChangePreview key={selected} plan={selected}>
          {(preview) => <ChangeButton from={current} to={selected} prorationDate={preview?.proration_date} />}
        </ChangePreview>
      )}
    </>
  );
}

const MONTHS: Partial<Record<Price["price_type"], number>> = { yearly_monthly: 12 };

/** The price of the current plan by the member's own contract, which may be older than the list. */
function ownPrice(listed: Price, own: SubscriptionDetails): Price {
  if (!listed.price_type.startsWith(own.plan)) return listed;
  const months = MONTHS[listed.price_type] ?? 1;
  const amount = Math.floor(own.price_without_tax / months);
  return { ...listed, amount, amount_including_tax: Math.floor(own.price / months) };
}

/** A plan change that waits for its payment. The status is checked again when the member returns. */
function PendingPayment({ change }: { change: PendingPlanChange }) {
  const { session_id, from_plan, to_plan, url } = change;
  const navigate = useNavigate();
  const complete = useWrite(contract.subscription.completeChange, {
    onSuccess: () => {
      storePendingChange(null);
      void navigate("/subscription/change-success", { state: { fromPlan: from_plan, toPlan: to_plan } });
    },
  });
  const { mutate, isPending, error } = complete;

  // A member who paid in another tab need not press anything here.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") mutate({ body: { session_id } });
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [mutate, session_id]);

  return (
    <Section title="お支払いが完了していません" isPanel>
      <p className="phrase max-w-reading">
        {PLAN_NAME[to_plan]}
        への変更には、お支払いの手続き（本人認証や別のカードの入力）が必要です。完了するまで、
        {PLAN_NAME[from_plan]}
        をそのままご利用いただけます。お支払いがないまま約1日が過ぎると、変更のお申し込みは自動で取り消されます。
      </p>
      <MutationState of={{ error }} failed="プランの変更に失敗しました。もう一度お試しください。" />
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        {url !== null && (
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-target items-center justify-center rounded-md bg-primary px-5 py-2 font-bold text-on-primary no-underline hover:bg-primary-hover"
          >
            お支払いページを開く
            <span className="sr-only">（新しいタブで開きます）</span>
          </a>
        )}
        <Button look="secondary" isBusy={isPending} onClick={() => mutate({ body: { session_id } })}>
          お支払いを確認する
        </Button>
      </div>
    </Section>
  );
}
