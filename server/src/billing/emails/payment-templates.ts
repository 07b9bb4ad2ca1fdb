import { type Card, cardName } from "@manabiya/contract/billing/card-name.ts";
import { formatMoney } from "@manabiya/contract/rules/prices.ts";
import type { SiteSettings } from "../../config/config.ts";
import type { Block } from "../../mail/email-layout.ts";
import type { Mail } from "../../mail/outbox.ts";
import { type FailedBill, RETRIES_LAST, type OpenBill } from "../sync/bills.ts";
import { composeEmail } from "./compose-email.ts";
import { dayOf } from "./day.ts";
import { type PaymentFacts, paymentBlocks } from "./payment-facts.ts";
import { PLAN_NAME, profile } from "./templates.ts";

/** After a payment that has no other mail. `nextCard`: the next one is charged to this other card. */
export function paymentMail(
  site: SiteSettings,
  { recipient, facts, nextCard }: { recipient: string; facts: PaymentFacts; nextCard: Card | null },
): Mail {
  return composeEmail(
    site,
    {
      kind: "payment",
      recipient,
      title: facts.charged > 0 ? "お支払いが完了しました" : "残高からのお支払いが完了しました",
    },
    [
      facts.charged > 0
        ? "お支払いいただき、ありがとうございます。"
        : "今回のお支払いには残高を充てました。カードへのご請求はありません。",
      ...paymentBlocks(facts),
      ...(nextCard
        ? [`次回のお支払いには、ご登録のカード（${cardName(nextCard)}）を使います。プロフィールから変更できます。`]
        : []),
      "請求書と領収書は、プロフィールからもご確認いただけます。",
      profile(site, "ご契約を確認する"),
    ],
  );
}

interface Failure {
  recipient: string;
  plan: string;
  bill: FailedBill;
}

const retryText = ({ retryAt }: FailedBill) =>
  retryAt === null ? "" : `${dayOf(retryAt)}に、ご登録のカードへもう一度請求します。`;

function payBlocks({ url, ...bill }: OpenBill & Partial<FailedBill>): Block[] {
  const label = bill.needsAuthentication ? "本人認証をして支払う" : "請求書を開いて支払う";
  return url === null ? [] : [{ label, url }];
}

/** The account retries for about a week, so the exact end is unknown before the last attempt. */
const weekOf = ({ since }: FailedBill) => `${dayOf(since + RETRIES_LAST)}ごろまで`;

const ENDS = "にお支払いを確認できない場合、ご契約は終了し、動画を視聴できなくなります。";

/** After the first failure of a renewal. */
export function paymentFailedMail(site: SiteSettings, { recipient, bill }: Failure): Mail {
  return composeEmail(site, { kind: "payment_failed", recipient, title: "お支払いを確認できませんでした" }, [
    `ご登録のカードで、${formatMoney(bill.amount, bill.currency)}（税込）のお支払いを完了できませんでした。カードの有効期限やご利用限度額をご確認ください。`,
    `${retryText(bill)}${bill.isCharged ? "カードを変更するか、" : ""}請求書のページからお支払いください。`,
    ...payBlocks(bill),
    ...(bill.isCharged ? [`${weekOf(bill)}${ENDS}`] : []),
    profile(site, "カードを変更する"),
  ]);
}

/** When the cardholder must authenticate a renewal. */
export function paymentActionMail(site: SiteSettings, { recipient, bill }: Failure): Mail {
  return composeEmail(site, { kind: "payment_action", recipient, title: "お支払いに本人認証が必要です" }, [
    `${formatMoney(bill.amount, bill.currency)}（税込）のお支払いに、カード会社の本人認証が必要です。本人認証が終わるまで、お支払いは完了しません。`,
    "次のページでお支払いに進むと、カード会社の本人認証の画面が開きます。",
    ...payBlocks(bill),
    `${weekOf(bill)}${ENDS}別のカードへは、プロフィールから変更できます。`,
    profile(site, "カードを変更する"),
  ]);
}

/** Before the last attempt, or after it if the contract goes on all the same. */
export function finalNoticeMail(site: SiteSettings, { recipient, plan, bill }: Failure): Mail {
  const missing = bill.needsAuthentication ? "お支払いには、カード会社の本人認証が必要です。" : "";
  const next =
    bill.retryAt === null
      ? "カードへの自動請求は終了しました。請求書のページからお支払いください。"
      : `${retryText(bill)}それまでにカードを変更するか、請求書のページからお支払いください。`;
  return composeEmail(
    site,
    { kind: "payment_final", recipient, title: "お支払いのお願い（ご契約が終了する前の最後のお知らせ）" },
    [
      `${PLAN_NAME[plan] ?? "ご契約"}の${formatMoney(bill.amount, bill.currency)}（税込）のお支払いを、まだ確認できていません。${missing}`,
      next,
      ...payBlocks(bill),
      `${bill.retryAt === null ? "数日のうち" : `${dayOf(bill.retryAt)}まで`}${ENDS}`,
      profile(site, "カードを変更する"),
    ],
  );
}

/** After the end of the attempts, if the account suspends the contract instead of ending it. */
export function suspendedMail(site: SiteSettings, { recipient, bill }: Failure): Mail {
  return composeEmail(site, { kind: "ended", recipient, title: "お支払いを確認できないため、ご契約を停止しました" }, [
    `${formatMoney(bill.amount, bill.currency)}（税込）のお支払いを確認できなかったため、動画を視聴できなくなりました。今後、この請求書についてカードに請求されることはありません。`,
    "請求書のページからお支払いいただくと、ご契約が再開します。",
    ...payBlocks(bill),
    "お気に入りや視聴履歴は残っています。新しくお申し込みいただくこともでき、未払いの請求はそのときに取り消されます。",
    { label: "プランを見る", url: `${site.publicUrl}/checkout` },
  ]);
}

const SENT = {
  new: "請求書のお知らせ",
  due: "お支払いの期限が近づいています",
  overdue: "お支払いの期限を過ぎています",
};

/** About a bill that no card is charged for: at once, near its last day, and after it. */
export function sentBillMail(
  site: SiteSettings,
  when: keyof typeof SENT,
  { recipient, plan, bill, isFirst }: Omit<Failure, "bill"> & { bill: OpenBill; isFirst: boolean },
): Mail {
  const due = bill.dueAt === null ? "" : `お支払いの期限は${dayOf(bill.dueAt)}です。`;
  const sentence = when === "new" ? "をお送りします。" : "のお支払いを、まだ確認できていません。";
  return composeEmail(site, { kind: "bill", recipient, title: SENT[when] }, [
    `${PLAN_NAME[plan]}の請求書（${formatMoney(bill.amount, bill.currency)}、税込）${sentence}${due}`,
    "請求書のページから、お支払い方法を確認してお支払いください。すでにお支払いいただいた場合は、ご対応いただく必要はありません。",
    ...(isFirst ? ["お支払いを確認できしだい、すべての動画をご覧いただけます。"] : []),
    ...payBlocks(bill),
    profile(site, "ご契約を確認する"),
  ]);
}

/** After an order by invoice that was not paid in time. */
export function orderEndedMail(site: SiteSettings, { recipient, plan }: Omit<Failure, "bill">): Mail {
  return composeEmail(site, { kind: "ended", recipient, title: "お申し込みを取り消しました" }, [
    `お支払いの期限までにお支払いを確認できなかったため、${PLAN_NAME[plan]}のお申し込みを取り消しました。請求書ではお支払いいただけません。料金は請求されません。`,
    "プランのページから、いつでももう一度お申し込みいただけます。",
    { label: "プランを見る", url: `${site.publicUrl}/checkout` },
  ]);
}

interface ExpiringCard {
  recipient: string;
  /** The last month in which the card is valid, such as "2027-03". */
  expires: string;
  /** The next renewal, ISO 8601. */
  renewal: string;
}

/** Some days before a renewal that the card may not pay. */
export function cardExpiringMail(site: SiteSettings, { recipient, expires, renewal }: ExpiringCard): Mail {
  const [year, month] = expires.split("-").map(Number);
  return composeEmail(site, { kind: "card_expiring", recipient, title: "カードの有効期限をご確認ください" }, [
    `お支払いにご登録のカードの有効期限は、${year}年${month}月です。次回のお支払いは${dayOf(renewal)}です。`,
    "新しいカードがお手元に届きましたら、プロフィールからカードを変更してください。すでに変更のお手続きがお済みの場合、このメールにご対応いただく必要はありません。",
    profile(site, "カードを変更する"),
  ]);
}
