import { taxText } from "@manabiya/contract/rules/prices.ts";

/** The site's settings, which the server writes into the document. An unset address is empty. */
export const site = {
  name: read("site-name"),
  firstLanding: read("first-landing"),
  termsUrl: read("terms-url"),
  privacyUrl: read("privacy-url"),
  faqUrl: read("faq-url"),
  contactUrl: read("contact-url"),
  commerceLawUrl: read("commerce-law-url"),
  isTaxExempt: read("consumption-tax") === "exempt",
};

/** A text that may name consumption tax, as this seller says it. */
export const taxWords = (text: string): string => taxText(site, text);

function read(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="manabiya:${name}"]`)?.content ?? "";
}
