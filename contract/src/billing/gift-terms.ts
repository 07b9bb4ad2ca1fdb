import { includingTax } from "../rules/prices.ts";

/** Months that a gift can have. */
export const GIFT_MONTHS = [1, 3, 6, 12] as const;

/** Days, the day of the purchase included: always less than six months (資金決済法 4条2号). */
export const GIFT_DAYS = 180;

/** @param monthly yen without tax @returns yen including tax */
export const giftPrice = (monthly: number, months: number, isTaxExempt = false): number =>
  includingTax(monthly * months, isTaxExempt);
