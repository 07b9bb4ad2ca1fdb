import type { BillingDocument } from "@manabiya/contract/billing/receipts.ts";
import { formatMoney, formatYen } from "@manabiya/contract/rules/prices.ts";
import type { SiteSettings } from "../../config/config.ts";
import type { Mail } from "../../mail/outbox.ts";
import { composeEmail } from "./compose-email.ts";
import { dayOf } from "./day.ts";

interface Refund {
  recipient: string;
  /** Yen including tax. */
  amount: number;
  /** When the refunded payment was made, ISO 8601. */
  paidAt: string;
  endsAccess: boolean;
}

/** After a refund by staff. */
export function refundedMail(site: SiteSettings, { recipient, amount, paidAt, endsAccess }: Refund): Mail {
  return composeEmail(site, { kind: "refunded", recipient, title: "返金の手続きを行いました" }, [
    `${dayOf(paidAt)}のお支払いのうち、${formatYen(amount)}（税込）を、お支払いに使われたカードへ返金しました。`,
    "カード会社での処理には、5日から10日ほどかかることがあります。",
    endsAccess
      ? "これに伴い、ご契約は終了しました。今後、料金が請求されることはありません。"
      : "ご契約の内容に変更はありません。",
    { label: "領収書と返金の書類を見る", url: `${site.publicUrl}/profile/receipts` },
  ]);
}

interface Gift {
  recipient: string;
  /** Grouped. */
  code: string;
  months: number;
  /** ISO 8601; the first instant at which the code is not valid any more. */
  validUntil: string;
}

/** The code of a gift, to its giver. */
export function giftMail(site: SiteSettings, { recipient, code, months, validUntil }: Gift): Mail {
  return composeEmail(site, { kind: "gift", recipient, title: "ギフトのご購入ありがとうございます" }, [
    `${months}か月分の視聴ギフトのお支払いが完了しました。次のコードかURLを、贈る方にお渡しください。`,
    `ギフトコード：${code}`,
    { label: "ギフトを受け取るURL", url: `${site.publicUrl}/gift/redeem?code=${code}` },
    `有効期限は${dayOf(Date.parse(validUntil) - 1)}です。それまでに使われなかったコードは使えなくなります。`,
    "自動更新はありません。コードは、プロフィールの「設定」でも確認できます。",
  ]);
}

const RECEIPTS =
  "これまでのお支払いの領収書は、次のURLからダウンロードできます。URLは10日ほどで使えなくなることがあります。お早めに保存してください。";

/** After the closing of an account: its page of receipts is gone, and the provider's links remain for a while. */
export function closedMail(
  site: SiteSettings,
  { recipient, documents }: { recipient: string; documents: BillingDocument[] },
): Mail {
  const lines = documents.map(
    ({ issued_at, kind, total, currency, pdf }) =>
      `${dayOf(issued_at)} ${kind === "receipt" ? "領収書" : "返金・返還"} ${formatMoney(Math.abs(total), currency)}（税込）\n${pdf ?? ""}`,
  );
  return composeEmail(
    site,
    {
      kind: "receipts",
      recipient,
      title: `退会のお手続きが完了しました${lines.length > 0 ? "（領収書のご案内）" : ""}`,
    },
    [
      "退会のお手続きが完了しました。ご利用いただき、ありがとうございました。",
      ...(lines.length > 0 ? [RECEIPTS, ...lines] : []),
      "お心当たりのない場合は、すぐにお問い合わせください。",
      { label: "お問い合わせ", url: site.contactUrl },
    ],
  );
}
