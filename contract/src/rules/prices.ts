/** Consumption tax as a fraction: 0.1 is 10 %. */
export const TAX_RATE = 0.1;

/** `yearly_monthly` is the yearly price per month, for comparison only. */
export type PriceType = "monthly" | "yearly" | "yearly_monthly";

/** Yen without tax. */
export interface PlanPrices {
  monthly: number;
  yearly: number;
  /** The seller is a 免税事業者: these are the amounts that are charged. */
  isTaxExempt?: boolean;
}

/** They hold while the operator entered no others. */
export const STANDARD_PRICES: PlanPrices = { monthly: 1500, yearly: 15000 };

export interface Price {
  price_type: PriceType;
  /** Yen, tax excluded. */
  amount: number;
  /** Yen, tax included: the amount that the member pays. */
  amount_including_tax: number;
  tax_rate: number;
}

/** Yen are integers; the card provider rounds halves of the tax up. */
export function includingTax(amount: number, isTaxExempt = false): number {
  return isTaxExempt ? amount : amount + Math.round(amount * TAX_RATE);
}

/** The price per month is rounded up, so that no page promises too little. */
export function priceList({ monthly, yearly, isTaxExempt = false }: PlanPrices): Price[] {
  const amounts: Record<PriceType, number> = { monthly, yearly, yearly_monthly: Math.ceil(yearly / 12) };
  return (Object.keys(amounts) as PriceType[]).map((price_type) => ({
    price_type,
    amount: amounts[price_type],
    amount_including_tax: includingTax(amounts[price_type], isTaxExempt),
    tax_rate: isTaxExempt ? 0 : TAX_RATE,
  }));
}

/** Yen including tax that a year of the yearly plan costs less than twelve months. */
export function yearlySaving({ monthly, yearly, isTaxExempt }: PlanPrices): number {
  return includingTax(monthly, isTaxExempt) * 12 - includingTax(yearly, isTaxExempt);
}

/** The saving in months, rounded down to a tenth. */
export function monthsFree(prices: PlanPrices): number {
  return Math.floor((yearlySaving(prices) * 10) / includingTax(prices.monthly, prices.isTaxExempt)) / 10;
}

/** The tax-included prices as pages show them, by placeholder. `PRICE_FROM` is the yearly plan per month. */
export function priceTexts(prices: PlanPrices) {
  const charged = (amount: number) => formatYen(includingTax(amount, prices.isTaxExempt));
  return {
    PRICE_MONTHLY: charged(prices.monthly),
    PRICE_YEARLY: charged(prices.yearly),
    PRICE_FROM: charged(Math.ceil(prices.yearly / 12)),
    PRICE_SAVING: formatYen(yearlySaving(prices)),
    PRICE_MONTHS_FREE: String(monthsFree(prices)),
  };
}

/**
 * An amount in its own currency, such as "$19.99"; yen as `formatYen` writes them.
 * @param amount in the currency's smallest unit, as the card provider counts @param currency such as "usd"
 */
export function formatMoney(amount: number, currency = "jpy"): string {
  if (currency === "jpy") return formatYen(amount);
  const format = new Intl.NumberFormat("ja-JP", { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** 16500 → "16,500円", -500 → "−500円" */
export function formatYen(yen: number): string {
  return `${yen.toLocaleString("ja-JP").replace("-", "−")}円`;
}

const WORD = "(?:税込|税抜|うち消費税[^、。・）]*)";

/** Alone in brackets, first in them, and after another word. */
const FORMS: [form: RegExp, instead: string][] = [
  [new RegExp(`（${WORD}(?:[、・]${WORD})*）`, "g"), ""],
  [new RegExp(`（${WORD}[、・。]`, "g"), "（"],
  [new RegExp(`[、・]${WORD}(?=[、・。）])`, "g"), ""],
];

/**
 * A text of this product as its seller says it: a seller without consumption tax (免税事業者) names none. Texts write
 * 税込 and 税抜 in brackets, and pass here before somebody reads them.
 */
export function taxText({ isTaxExempt }: { isTaxExempt: boolean }, text: string): string {
  return isTaxExempt ? FORMS.reduce((left, [form, instead]) => left.replaceAll(form, instead), text) : text;
}
