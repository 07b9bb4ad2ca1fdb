import { taxWords } from "../plans/tax-words.ts";
import type { SubscriptionDetails } from "@manabiya/contract/billing/subscription.ts";
import { formatMoney } from "@manabiya/contract/rules/prices.ts";
import { Banner } from "../../ui/banner.tsx";
import { formatDay } from "../../ui/date.ts";

interface FailedPaymentProps {
  payment: NonNullable<SubscriptionDetails["failed_payment"]>;
  /** The contract is suspended until the payment. */
  isSuspended?: boolean;
}

/** Explains a failed renewal, the next attempt and the remedy. */
export function FailedPayment({ payment, isSuspended = false }: FailedPaymentProps) {
  const { amount, currency, url, retry_at, needs_authentication, is_charged = true } = payment;
  return (
    <Banner
      tone="danger"
      action={<BillLink url={url} label={needs_authentication ? "本人認証をして支払う" : undefined} />}
    >
      {taxWords(`${formatMoney(amount, currency)}（税込）のお支払いを確認できませんでした。${remedy()}`)}
    </Banner>
  );

  function remedy(): string {
    if (isSuspended) return "請求書からお支払いいただくと、ご契約が再開します。";
    if (needs_authentication) return "カード会社の本人認証が必要です。本人認証をするか、カードを変更してください。";
    if (!is_charged) return "カードへの請求は終了しています。請求書からお支払いください。";
    if (retry_at === null) return "カードを変更するか、請求書からお支払いください。";
    return `${formatDay(retry_at)}にもう一度請求します。それまでにカードを変更するか、請求書からお支払いください。`;
  }
}

/** The provider's page to pay a bill. */
export function BillLink({ url, label = "請求書を開いて支払う" }: { url: string | null; label?: string | undefined }) {
  return (
    url !== null && (
      <a
        href={url}
        className="inline-flex min-h-target items-center rounded-md border border-control-border bg-surface px-5 py-2 font-bold text-ink no-underline hover:bg-sunken"
      >
        {label}
      </a>
    )
  );
}
