import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type { SiteSettings } from "../../config/config.ts";
import { composeEmail } from "../../mail/email-layout.ts";
import type { Mail } from "../../mail/outbox.ts";
import { dayOf } from "./day.ts";
import { PLAN_NAME, profile } from "./templates.ts";

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
