import type { SubscriptionDetails } from "@manabiya/contract/billing/subscription.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { Banner } from "../../ui/banner.tsx";
import { formatDay } from "../../ui/date.ts";

/** Explains a failed renewal, the next attempt and the remedy. */
export function FailedPayment({ payment }: { payment: NonNullable<SubscriptionDetails["failed_payment"]> }) {
  const { amount, url, retry_at } = payment;
  const next =
    retry_at === null
      ? "カードを変更するか、請求書からお支払いください。"
      : `${formatDay(retry_at)}にもう一度請求します。それまでにカードを変更するか、請求書からお支払いください。`;
  return (
    <Banner
      tone="danger"
      action={
        url !== null && (
          <a
            href={url}
            className="inline-flex min-h-target items-center rounded-md border border-control-border bg-surface px-5 py-2 font-bold text-ink no-underline hover:bg-sunken"
          >
            請求書を開いて支払う
          </a>
        )
      }
    >
      {`${formatYen(amount)}（税込）のお支払いを確認できませんでした。${next}`}
    </Banner>
  );
}
