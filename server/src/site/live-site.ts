import { LEGAL_PAGES, type LegalPage } from "@manabiya/contract/legal/forms.ts";
import {
  SITE_DOCUMENTS,
  type SiteDocument,
  type DocumentContent,
  fitContent,
} from "@manabiya/contract/site/documents.ts";
import { addressesIn, NO_SITE_FORM, type SiteForm } from "@manabiya/contract/site/form.ts";
import type { FastifyBaseLogger } from "fastify";
import type { SiteSettings } from "../config/config.ts";
import { type PriceList, readLists } from "./price-lists.ts";
import type { Database } from "../db/open.ts";
import { LegalFollower, legalUrls, type LiveLegal, NO_LEGAL } from "./legal/live-legal.ts";
import { picturesOf, type SitePictures } from "./pictures/stored-pictures.ts";
import { readNewest, readNewestDocument, readRevisions } from "./queries.ts";
import { LANDINGS } from "@manabiya/contract/site/landing/documents.ts";

/** Milliseconds until a process sees the settings that another process stored. */
const POLL_INTERVAL = 700;

interface LiveDocument {
  revision: number;
  content: object;
  changed_at: string;
}

/**
 * The settings as they hold now: the stored ones over those of the environment. The object stays the same and its
 * fields change, so its readers read a field when they need it.
 */
export interface LiveSite extends Readonly<SiteSettings> {
  /** Of the stored settings; 0: none are stored. */
  readonly revision: number;
  /** The documents that are stored, in their newest version. */
  readonly documents: Readonly<Partial<Record<SiteDocument, LiveDocument>>>;
  /** The legal pages as they hold today. */
  readonly legal: LiveLegal;
  /** Grows with every change of the settings or of a document, and when a day brings another legal page into force. */
  readonly changes: number;
  /** The files of the uploaded pictures. */
  readonly pictures: SitePictures;
  /** The settings of the environment. */
  readonly defaults: SiteSettings;
  /** The prices that the operator entered, the newest first. */
  readonly prices: readonly PriceList[];
  /** Reads the stored settings if they changed, and the prices. */
  reload(): Promise<void>;
  reloadPrices(): Promise<void>;
}

export async function openLiveSite(db: Database, defaults: SiteSettings, now = Date.now): Promise<LiveSite> {
  let last = Promise.resolve();
  /** Of two at once the earlier could otherwise end last, with the older version. */
  const inTurn = (read: () => Promise<void>) => () => (last = last.then(read, read));
  const site = {
    ...defaults,
    defaults,
    revision: 0,
    documents: {} as LiveSite["documents"],
    legal: NO_LEGAL,
    pictures: new Map() as SitePictures,
    prices: [] as readonly PriceList[],
    changes: 0,
    reload: inTurn(reload),
    reloadPrices: inTurn(reloadPrices),
  };
  const follower = new LegalFollower();
  async function reloadPrices(): Promise<void> {
    site.prices = await readLists(db, []);
  }
  async function reload(): Promise<void> {
    await reloadPrices();
    const legal: Partial<Record<LegalPage, number>> = {};
    for (const { document, revision } of await readRevisions(db, [SITE_DOCUMENTS])) {
      if (revision === null) continue;
      const page = LEGAL_PAGES.find((name) => document === `legal-${name}`);
      if (document === null) await readSettings(revision);
      else if (page) legal[page] = revision;
      else await readDocument(document, revision);
    }
    const changed = await follower.read(db, legal, now());
    if (changed) Object.assign(site, { legal: changed, changes: site.changes + 1 });
    Object.assign(site, legalUrls(site));
  }
  async function readSettings(revision: number): Promise<void> {
    if (revision === site.revision) return;
    const [newest] = await readNewest(db, []);
    if (!newest) return;
    const form = { ...NO_SITE_FORM, ...newest.settings };
    const pictures = await picturesOf(db, form);
    const changes = site.changes + 1;
    Object.assign(site, settingsOf(defaults, form), legalUrls(site), { pictures, revision: newest.revision, changes });
  }
  async function readDocument(document: SiteDocument, revision: number): Promise<void> {
    if (revision === site.documents[document]?.revision) return;
    const [newest] = await readNewestDocument(db, [document]);
    if (!newest) return;
    const content = readContent(document, newest.content);
    site.documents = { ...site.documents, [document]: { ...newest, content } };
    site.changes++;
  }
  await reload();
  return site;
}

/** The settings of a form; null leaves a field to the environment. */
function settingsOf(defaults: SiteSettings, form: SiteForm): SiteSettings {
  const { primary_colour: primary, signal_colour: signal } = form;
  return {
    ...defaults,
    name: form.site_name ?? defaults.name,
    contactUrl: form.contact_url ?? defaults.contactUrl,
    faqUrl: form.faq_url ?? defaults.faqUrl,
    senderName: form.sender_name ?? form.site_name ?? defaults.senderName,
    ownerName: form.owner_name ?? defaults.ownerName,
    ownerAddress: form.owner_address ?? defaults.ownerAddress,
    mailFooter: form.mail_footer ?? defaults.mailFooter,
    firstLanding: form.first_landing,
    isTaxExempt: form.consumption_tax === "exempt",
    takesInvoiceOrders: form.invoice_orders === "on",
    playersAtOnce: form.players_at_once === "off" ? 0 : Number(form.players_at_once),
    alertAddresses: addressesIn(form.alert_addresses),
    digestHour: Number(form.digest_hour),
    digestOfMembers: form.digest_of_members === "on",
    takesQuestions: form.questions === "on",
    mailsQuestions: form.question_mails === "on",
    form,
    showsOpening: defaults.showsOpening && form.opening_list === "on",
    keepsOriginals: form.film_originals === "keep",
    marksFilms: form.film_mark === "on",
    colours: primary === null && signal === null ? defaults.colours : { primary, signal },
  };
}

/** The settings of the environment as the form shows them. */
export function formOf(site: SiteSettings): SiteForm {
  return {
    ...NO_SITE_FORM,
    site_name: site.name,
    contact_url: site.contactUrl || null,
    faq_url: site.faqUrl || null,
    sender_name: site.senderName,
    owner_name: site.ownerName || null,
    owner_address: site.ownerAddress || null,
  };
}

/** Follows changes by other processes. @returns a function that stops it */
export function followSite(site: LiveSite, log: Pick<FastifyBaseLogger, "warn">): () => Promise<void> {
  let reading = Promise.resolve();
  let isAway = false;
  const timer = setInterval(() => {
    reading = reading.then(() =>
      site.reload().then(
        () => void (isAway = false),
        (err: unknown) => {
          if (!isAway) log.warn({ err }, "the site's settings cannot be read");
          isAway = true;
        },
      ),
    );
  }, POLL_INTERVAL);
  return async () => {
    clearInterval(timer);
    await reading;
  };
}

/** The contents that each document may have. A document without an entry has no page yet. */
const CONTENTS: Partial<Record<SiteDocument, DocumentContent<object>>> = {
  "landing-a": LANDINGS.a,
  "landing-b": LANDINGS.b,
};

/** @returns the stored content as this release understands it */
function readContent(document: SiteDocument, stored: object): object {
  const content = CONTENTS[document];
  return content ? fitContent(content, stored) : stored;
}
