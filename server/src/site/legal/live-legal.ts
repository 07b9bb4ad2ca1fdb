import { LEGAL_PATHS } from "@manabiya/contract/legal/compose.ts";
import { AGREED_PAGES, type AgreedVersions } from "@manabiya/contract/legal/agreements.ts";
import { LEGAL_PAGES, type LegalPage } from "@manabiya/contract/legal/forms.ts";
import { type Holding, holdingAt } from "@manabiya/contract/legal/versions.ts";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { SiteSettings } from "../../config/config.ts";
import type { Database } from "../../db/open.ts";
import { listDates } from "./queries.ts";

export type LiveVersion = Awaited<ReturnType<typeof listDates>>[number];

/** The versions of each page as they hold today. */
export type LiveLegal = Readonly<Record<LegalPage, Holding<LiveVersion>>>;

export const NO_LEGAL: LiveLegal = { commerce: holdingAt([], 0), terms: holdingAt([], 0), privacy: holdingAt([], 0) };

const URL_FIELDS = { terms: "termsUrl", privacy: "privacyUrl", commerce: "commerceLawUrl" } as const;

/** An address that nobody chose: example.com belongs to no operator. */
const isOwnAddress = (address: string) => address !== "" && !/^https?:\/\/example\.com\b/.test(address);

/** The address of the environment that holds in place of our page, or null. */
export function externalUrl({ defaults }: { defaults: SiteSettings }, page: LegalPage): string | null {
  const address = defaults[URL_FIELDS[page]];
  return isOwnAddress(address) ? address : null;
}

/** The addresses to link to: those of the environment, of our pages, or the environment's defaults. */
export function legalUrls(site: { defaults: SiteSettings; publicUrl: string; legal: LiveLegal }) {
  const urlOf = (page: LegalPage) =>
    externalUrl(site, page) === null && site.legal[page].inForce !== null
      ? `${site.publicUrl}${LEGAL_PATHS[page]}`
      : site.defaults[URL_FIELDS[page]];
  return { termsUrl: urlOf("terms"), privacyUrl: urlOf("privacy"), commerceLawUrl: urlOf("commerce") };
}

/** Pages that the law asks for, and that neither the environment nor the operator has given. */
export const missingPages = (site: { defaults: SiteSettings; legal: LiveLegal }): LegalPage[] =>
  LEGAL_PAGES.filter((page) => externalUrl(site, page) === null && site.legal[page].inForce === null);

/** Follows the versions of all pages, of which a day may bring another into force. */
export class LegalFollower {
  readonly #versions: Record<LegalPage, LiveVersion[]> = { commerce: [], terms: [], privacy: [] };
  #day = "";

  /** @param revisions the newest of each page @returns null while nothing changed */
  async read(db: Database, revisions: Partial<Record<LegalPage, number>>, now: number): Promise<LiveLegal | null> {
    const day = japanDay(now);
    const stale = LEGAL_PAGES.filter((page) => (revisions[page] ?? 0) !== (this.#versions[page][0]?.revision ?? 0));
    if (stale.length === 0 && day === this.#day) return null;
    for (const page of stale) this.#versions[page] = await listDates(db, [`legal-${page}`]);
    this.#day = day;
    return {
      commerce: holdingAt(this.#versions.commerce, now),
      terms: holdingAt(this.#versions.terms, now),
      privacy: holdingAt(this.#versions.privacy, now),
    };
  }
}

/** Our documents to which a new member agrees, with the versions in force. Documents of other sites have none. */
export function versionsInForce(site: { defaults: SiteSettings; legal: LiveLegal }): AgreedVersions {
  const own = AGREED_PAGES.filter((page) => externalUrl(site, page) === null);
  return Object.fromEntries(own.map((page) => [page, site.legal[page].inForce?.revision]));
}
