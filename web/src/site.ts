/** What the server wrote into the page about the site; an address that is not set is empty. */
export const site = {
  name: read("site-name"),
  termsUrl: read("terms-url"),
  privacyUrl: read("privacy-url"),
  faqUrl: read("faq-url"),
  contactUrl: read("contact-url"),
  commerceLawUrl: read("commerce-law-url"),
};

function read(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="manabiya:${name}"]`)?.content ?? "";
}
