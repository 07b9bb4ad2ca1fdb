/** Consumption tax as a fraction: 0.1 is 10 %. */
export const TAX_RATE = 0.1;

/** `yearly_monthly` is the yearly price per month, for comparison only. */
export type PriceType = "monthly" | "yearly" | "yearly_monthly";

/** Yen without tax: the only source of every price on a screen. */
const WITHOUT_TAX: Record<PriceType, number> = { monthly: 1500, yearly: 15000, yearly_monthly: 1250 };

export interface Price {
  price_type: PriceType;
  /** Yen, tax excluded. */
  amount: number;
  /** Yen, tax included: the amount that the member pays. */
  amount_including_tax: number;
  tax_rate: number;
}

/** Yen are integers; tax is rounded down, as the card provider does for JPY receipts. */
export function includingTax(amount: number): number {
  return amount + Math.floor(amount * TAX_RATE);
}

export const PRICES: readonly Price[] = (Object.keys(WITHOUT_TAX) as PriceType[]).map((price_type) => ({
  price_type,
  amount: WITHOUT_TAX[price_type],
  amount_including_tax: includingTax(WITHOUT_TAX[price_type]),
  tax_rate: TAX_RATE,
}));

/** @returns the price in yen without tax. */
export function priceWithoutTax(type: PriceType): number {
  return WITHOUT_TAX[type];
}

/** @returns the tax-included price in yen. */
export function priceIncludingTax(type: PriceType): number {
  return includingTax(WITHOUT_TAX[type]);
}

/** 16500 → "16,500円" */
export function formatYen(yen: number): string {
  return `${yen.toLocaleString("ja-JP")}円`;
}
