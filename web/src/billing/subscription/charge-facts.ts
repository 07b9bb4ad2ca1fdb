import { taxWords } from "../plans/tax-words.ts";
import type { MemberCredit } from "@manabiya/contract/staff/members/payments.ts";
import { formatMoney } from "@manabiya/contract/rules/prices.ts";
import { formatDay } from "../../ui/date.ts";

type Charges = NonNullable<MemberCredit["charges"]>;

/** @param isLast no renewal comes before the end */
export function chargeFacts(charges: Charges, isLast: boolean): ([name: string, value: string] | false)[] {
  const { ends_at, next_charge_at, next_charge, next_charge_has_coupon, currency } = charges;
  const coupon = next_charge_has_coupon ? "、クーポン適用後" : "";
  return [
    next_charge_at !== null && [
      "次回のお支払い",
      taxWords(`${formatDay(next_charge_at)}に${formatMoney(next_charge ?? 0, currency)}（税込${coupon}）`),
    ],
    typeof ends_at === "string" && !isLast && ["契約終了日", `${formatDay(ends_at)}（それまでは自動で更新されます）`],
  ];
}

/** A sentence, or null while the provider collects. */
export function pauseSentence({ collection_pause: pause }: Pick<Charges, "collection_pause">): string | null {
  if (!pause) return null;
  return `${pause.until ? `${formatDay(pause.until)}まで、` : ""}料金の請求を停止しています。動画は、これまでどおり視聴できます。`;
}
