import { placeholder } from "@manabiya/contract/rules/page-placeholders.ts";

/** Tax-included prices as the pages show them. The server fills them in. */
export const PRICE_TEXTS = {
  monthly: placeholder("PRICE_MONTHLY"),
  yearly: placeholder("PRICE_YEARLY"),
  /** The advertised price: the yearly plan per month. */
  from: placeholder("PRICE_FROM"),
  saving: placeholder("PRICE_SAVING"),
  monthsFree: placeholder("PRICE_MONTHS_FREE"),
} as const;
