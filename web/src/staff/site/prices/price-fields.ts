import { site } from "../../../site.ts";
import { taxWords } from "../../../billing/plans/tax-words.ts";
import { NOTICE_DAYS, type PriceListForm, type PriceScreen } from "@manabiya/contract/billing/price-lists.ts";
import { formatYen, monthsFree, type PlanPrices, priceTexts } from "@manabiya/contract/rules/prices.ts";
import type { FieldText } from "../../../forms/fields.tsx";
import { typedNumber } from "../../../forms/typed-number.ts";

/** The fields as inputs hold them. */
export interface PriceValues {
  monthly: string;
  yearly: string;
  start: "now" | "day";
  starts_on: string;
  existing: "keep" | "move";
  moves_on: string;
}

export const FIELDS = {
  monthly: { label: taxWords("月額プランの料金（税抜・円）"), inputMode: "numeric" },
  yearly: { label: taxWords("年額プランの料金（税抜・円）"), inputMode: "numeric" },
  start: { label: "新しい料金の開始", options: { now: "いますぐ", day: "開始日を指定" } },
  starts_on: { label: "開始日（日本時間の0時から）", type: "date" },
  existing: { label: "ご契約中の会員", options: { keep: "現在の料金のまま", move: "お知らせ後に新しい料金へ" } },
  moves_on: {
    label: "この日以降の更新から新しい料金にする",
    hint: `開始日から${NOTICE_DAYS}日以上あけてください。`,
    type: "date",
  },
} satisfies Record<keyof PriceValues, FieldText>;

/** A list that the provider gave no answer to is offered again. */
export function valuesOf(screen: PriceScreen | null): PriceValues {
  const { monthly, yearly } = screen?.next.find(({ is_made }) => !is_made) ??
    screen?.current ?? { monthly: "", yearly: "" };
  return {
    monthly: String(monthly),
    yearly: String(yearly),
    start: "now",
    starts_on: "",
    existing: "keep",
    moves_on: "",
  };
}

export function formOf(values: PriceValues): PriceListForm {
  return {
    monthly: typedNumber(values.monthly),
    yearly: typedNumber(values.yearly),
    starts_on: values.start === "day" ? values.starts_on : null,
    moves_on: values.existing === "move" ? values.moves_on : null,
  };
}

/** @returns null while the prices make no sense */
export function pricesOf(values: PriceValues): PlanPrices | null {
  const { monthly, yearly } = formOf(values);
  return monthly > 0 && yearly > 0 && monthsFree({ monthly, yearly }) > 0
    ? { monthly, yearly, isTaxExempt: site.isTaxExempt }
    : null;
}

/** The texts that visitors read, in the words of the pages. */
export function textsOf(prices: PlanPrices): { label: string; text: string }[] {
  const texts = priceTexts(prices);
  const before = (amount: number) => (site.isTaxExempt ? "" : `（税込）、税抜 ${formatYen(amount)}`);
  return [
    { label: "月額プラン", text: `${texts.PRICE_MONTHLY}／月${before(prices.monthly)}` },
    { label: "年額プラン", text: `${texts.PRICE_YEARLY}／年${before(prices.yearly)}` },
    { label: "1か月あたり", text: taxWords(`${texts.PRICE_FROM}から（年額プラン・税込）`) },
    { label: "年額プランの札", text: `${texts.PRICE_MONTHS_FREE}か月分お得` },
    { label: "年額プランの説明", text: `月額プランを1年続けるより、${texts.PRICE_SAVING}安くなります。` },
  ];
}
