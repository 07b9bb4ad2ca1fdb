import { formatYen, priceIncludingTax } from "@manabiya/contract/rules/prices.ts";

const monthly = priceIncludingTax("monthly");
const yearly = priceIncludingTax("yearly");

/** Tax-included prices as the pages show them. */
export const PRICE_TEXTS = {
  monthly: formatYen(monthly),
  yearly: formatYen(yearly),
  /** The advertised price: the yearly plan per month. */
  from: formatYen(priceIncludingTax("yearly_monthly")),
  saving: formatYen(monthly * 12 - yearly),
  monthsFree: (monthly * 12 - yearly) / monthly,
} as const;
