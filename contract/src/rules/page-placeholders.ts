import { priceTexts, STANDARD_PRICES } from "./prices.ts";

/**
 * Values that only the running server knows. The prerendered pages contain `__NAME__`; the server replaces
 * it with the HTML-escaped value NAME, and again when the operator changes settings or prices.
 */
export const PLACEHOLDERS = [
  "PUBLIC_URL",
  "SITE_NAME",
  "FIRST_LANDING",
  "SITE_TERMS_URL",
  "SITE_PRIVACY_URL",
  "SITE_FAQ_URL",
  "CONSUMPTION_TAX",
  "SITE_CONTACT_URL",
  "SITE_COMMERCE_LAW_URL",
  "PRICE_MONTHLY",
  "PRICE_YEARLY",
  "PRICE_FROM",
  "PRICE_SAVING",
  "PRICE_MONTHS_FREE",
  "LEGAL_VERSIONS",
  "LOGIN_PROVIDERS",
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];

/** "SITE_NAME" → "__SITE_NAME__" */
export function placeholder(name: Placeholder): string {
  return `__${name}__`;
}

/** For development, where no server fills the pages in. */
export const DEVELOPMENT_VALUES: Readonly<Record<Placeholder, string>> = {
  PUBLIC_URL: "",
  SITE_NAME: "学び舎",
  FIRST_LANDING: "/landing",
  SITE_TERMS_URL: "",
  SITE_PRIVACY_URL: "",
  SITE_FAQ_URL: "",
  CONSUMPTION_TAX: "taxed",
  SITE_CONTACT_URL: "",
  SITE_COMMERCE_LAW_URL: "",
  ...priceTexts(STANDARD_PRICES),
  LEGAL_VERSIONS: "",
  LOGIN_PROVIDERS: "",
};

const NAMES = new RegExp(`__(${PLACEHOLDERS.join("|")})__`, "g");

/** All at once, because a value may look like a placeholder. */
export function fillPlaceholders(html: string, values: Readonly<Record<Placeholder, string>>): string {
  return html.replace(NAMES, (_all, name: Placeholder) => escapeHtml(values[name]));
}

/** Safe in text and in double-quoted attributes, also where placeholders are filled in and `taxText` is applied later. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("__", "&#95;&#95;")
    .replaceAll("税", "&#31246;");
}
