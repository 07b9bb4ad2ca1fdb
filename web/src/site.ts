import { useSyncExternalStore } from "react";

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
  icon: "/favicon.svg",
};

let shown = site;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the parts of the page that stay while the operator changes the site. */
export const useSite = () => useSyncExternalStore(subscribe, () => shown);

/** Follows a change by this tab's operator, as the next load of the document does. */
export function changeSite(changes: Partial<typeof site>): void {
  Object.assign(site, changes);
  shown = { ...site };
  listeners.forEach((listener) => listener());
}

function read(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="manabiya:${name}"]`)?.content ?? "";
}
