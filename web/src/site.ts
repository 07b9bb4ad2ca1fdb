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

function read(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="manabiya:${name}"]`)?.content ?? "";
}
