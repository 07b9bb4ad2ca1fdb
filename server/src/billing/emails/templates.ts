import { type Card, cardName } from "@manabiya/contract/billing/card-name.ts";
import { formatMoney, formatYen } from "@manabiya/contract/rules/prices.ts";
import type { SiteSettings } from "../../config/config.ts";
import type { Mail } from "../../mail/outbox.ts";
import type { OpenBill } from "../sync/bills.ts";
import type { NextCharge } from "../sync/next-charge.ts";
import type { ProviderState } from "../sync/provider-state.ts";
import { composeEmail } from "./compose-email.ts";
import { dayOf } from "./day.ts";
import { type PaymentFacts, paymentBlocks } from "./payment-facts.ts";

export const PLAN_NAME: Record<string, string> = { monthly: "月額プラン", yearly: "年額プラン" };

interface Details {
  recipient: string;
  plan: string;
  /** The contract's price including tax, such as "1,650円". */
  price: string;
  state: ProviderState;
  /** The payment that the mail also confirms; null: none was found. */
  payment?: PaymentFacts | null;
  /** Yen of the customer's balance. */
  credit?: number;
}

export const profile = (site: SiteSettings, label: string) => ({ label, url: `${site.publicUrl}/profile` });

const on = (date: string | null) => (date === null ? "" : dayOf(date));

/** Nobody learns of a balance after the contract's end, unless these mails name it. */
const creditOf = (credit = 0) =>
  credit > 0 ? [`残高${formatYen(credit)}は、次にお申し込みいただいたときのお支払いに充てられます。${REFUNDABLE}`] : [];

const REFUNDABLE = "払い戻しをご希望の場合は、お問い合わせください。";

/** The price, and what becomes of the contract. */
function termsOf({ price, state }: Pick<Details, "price" | "state">): string {
  const { periodEnd, cancelAtPeriodEnd, endsAt, pausedUntil } = state;
  const renews = endsAt === null ? "解約のお手続きをされるまで、自動で更新されます" : `${on(endsAt)}に終了します`;
  const next = cancelAtPeriodEnd ? `ご契約の終了日：${on(periodEnd)}` : `次回の更新日：${on(periodEnd)}（${renews}）`;
  return [`料金：${price}（税込）`, next, ...(pausedUntil === undefined ? [] : [pauseText(pausedUntil)])].join("\n");
}

const pauseText = (until: string | null) => `料金の請求は、${until === null ? "" : `${on(until)}まで`}停止しています。`;

/** After the first payment. */
export function thanksMail(site: SiteSettings, { recipient, plan, payment, ...terms }: Details): Mail {
  return composeEmail(site, { kind: "thanks", recipient, title: `${PLAN_NAME[plan]}のお申し込みが完了しました` }, [
    `お申し込みいただき、ありがとうございます。${PLAN_NAME[plan]}のご契約が始まりました。すべての動画をご覧いただけます。`,
    termsOf(terms),
    { label: "動画を見る", url: `${site.publicUrl}/` },
    ...(payment ? paymentBlocks(payment, "今回のご請求\n") : []),
    "ご契約の確認、解約、領収書の発行は、プロフィールから行えます。",
    profile(site, "ご契約を確認する"),
  ]);
}

/** After a change of plan. At the end of a period nothing of the old plan is left. */
export function planChangedMail(
  site: SiteSettings,
  { recipient, plan, payment, isAtPeriodEnd, ...terms }: Details & { isAtPeriodEnd: boolean },
): Mail {
  const rest =
    plan === "yearly"
      ? "変更前のプランの残りの期間分は、今回の請求から差し引かれています。"
      : "変更前のプランの残りの期間分は残高となり、次回以降の請求に自動で充てられます。残高の払い戻しをご希望の場合は、お問い合わせください。";
  return composeEmail(site, { kind: "plan_changed", recipient, title: "プランの変更が完了しました" }, [
    `ご契約を${PLAN_NAME[plan]}に変更しました。`,
    termsOf(terms),
    ...(isAtPeriodEnd ? [] : [rest]),
    ...(payment ? paymentBlocks(payment, "今回のご請求\n") : []),
    "金額の詳細は、プロフィールから開ける請求書でご確認いただけます。",
    profile(site, "ご契約を確認する"),
  ]);
}

/** After an end was chosen, by the member or by staff. `sent`: a bill that stays payable. */
export function cancelledMail(
  site: SiteSettings,
  { recipient, plan, state, credit, next, sent }: Details & { next: NextCharge | null; sent: OpenBill | null },
): Mail {
  const { cancelAtPeriodEnd, endsAt } = state;
  const stops = cancelAtPeriodEnd
    ? `${PLAN_NAME[plan]}の自動更新を停止しました。`
    : `${PLAN_NAME[plan]}のご契約は、${on(endsAt)}に終了します。それまでは自動で更新されます。`;
  const none = cancelAtPeriodEnd && sent === null ? "今後、料金が請求されることはありません。" : "";
  const after = cancelAtPeriodEnd ? "そのあと料金が請求されることはありません。" : "";
  const charge = next
    ? `次回のご請求は、${on(next.at)}の${formatMoney(next.invoice.amount_due, next.invoice.currency)}（税込）です。${after}`
    : `${none}${state.pausedUntil === undefined ? "" : pauseText(state.pausedUntil)}`;
  return composeEmail(
    site,
    {
      kind: "cancelled",
      recipient,
      title: cancelAtPeriodEnd ? "解約のお手続きが完了しました" : "ご契約の終了日のお知らせ",
    },
    [
      `${stops}${charge}`,
      ...(sent ? [`お支払いがお済みでない請求書（${formatMoney(sent.amount, sent.currency)}、税込）があります。`] : []),
      `${on(endsAt)}までは、これまでどおりすべての動画をご覧いただけます。それまでは、プロフィールから解約を取り消せます。`,
      ...(cancelAtPeriodEnd ? creditOf(credit) : []),
      profile(site, "ご契約を確認する"),
    ],
  );
}

type Renewal = Omit<Details, "price"> & { next: NextCharge; card: Card | null };

/** Some days before a yearly renewal. `card`: it will be charged. */
export function renewalMail(site: SiteSettings, { recipient, plan, state, next, card }: Renewal): Mail {
  const payer = card ? `ご登録のカード（${cardName(card)}）に` : "";
  const amount = `${formatMoney(next.invoice.amount_due, state.currency)}（税込）`;
  const asked = state.sendsInvoices ? `${amount}の請求書をお送りします` : `${payer}${amount}が請求されます`;
  return composeEmail(site, { kind: "renewal", recipient, title: "まもなくご契約が更新されます" }, [
    `${PLAN_NAME[plan]}は${on(next.at)}に自動で更新され、${asked}。`,
    "このままご利用になる場合、お手続きは不要です。更新を希望されない場合は、更新日の前日までに、プロフィールから解約のお手続きをお願いします。",
    profile(site, "ご契約を確認する"),
  ]);
}

/** After the end of a subscription. `isUnpaid`: it ended because a renewal was not paid. */
interface Ended extends Pick<Details, "recipient" | "plan" | "credit"> {
  /** ISO 8601; null: the provider does not tell. */
  endedAt: string | null;
  isUnpaid: boolean;
  /** Null: the provider does not tell. */
  state: ProviderState | null;
}

export function endedMail(site: SiteSettings, { recipient, plan, endedAt, credit, isUnpaid, state }: Ended): Mail {
  const reason = isUnpaid ? "お支払いを確認できなかったため、" : "";
  return composeEmail(site, { kind: "ended", recipient, title: "ご契約が終了しました" }, [
    `${reason}${PLAN_NAME[plan] ?? "ご契約"}は${on(endedAt)}に終了しました。今後、料金が請求されることはありません。これまでのご利用、ありがとうございました。`,
    `お気に入りや視聴履歴は残っています。もう一度お申し込みいただくと、お申し込みの日からの新しいご契約になります。${isUnpaid && !state?.sendsInvoices ? "カードは、お申し込みのときにあらためてご入力ください。" : ""}`,
    ...creditOf(credit),
    { label: "プランを見る", url: `${site.publicUrl}/checkout` },
  ]);
}

interface PriceChange {
  recipient: string;
  plan: string;
  /** Yen including tax. */
  before: number;
  after: number;
  /** The first charge at the new price, ISO 8601. */
  date: string;
}

/** At least NOTICE_DAYS before a member's price changes, with the way out. */
export function priceChangeMail(site: SiteSettings, { recipient, plan, before, after, date }: PriceChange): Mail {
  return composeEmail(site, { kind: "price_change", recipient, title: "料金の改定について" }, [
    `ご契約中の${PLAN_NAME[plan]}の料金が、次のとおり変わります。`,
    `現在の料金：${formatYen(before)}（税込）\n新しい料金：${formatYen(after)}（税込）\n新しい料金での最初のご請求日：${dayOf(date)}`,
    `${dayOf(date)}より前のご請求は、現在の料金のままです。このままご利用になる場合、お手続きは不要です。`,
    `新しい料金でのご利用を希望されない場合は、${dayOf(date)}の前日までに、プロフィールから解約のお手続きをお願いします。解約後も、契約期間の終わりまでは、これまでどおりすべての動画をご覧いただけます。`,
    profile(site, "ご契約を確認する"),
  ]);
}
