import type { LegalForms, LegalPage } from "@manabiya/contract/legal/forms.ts";
import { taxText } from "@manabiya/contract/rules/prices.ts";
import type { SiteSettings } from "../../../../config/config.ts";
import { COMMERCE_DRAFT } from "./commerce.ts";
import { PRIVACY_DRAFT } from "./privacy.ts";
import { TERMS_DRAFT } from "./terms.ts";

export const DRAFTS: Readonly<LegalForms> = { commerce: COMMERCE_DRAFT, terms: TERMS_DRAFT, privacy: PRIVACY_DRAFT };

/** The form of a first version. It names the business as the settings do, so that nobody types it again. */
export function draftOf<Page extends LegalPage>(site: SiteSettings, page: Page): LegalForms[Page] {
  const { ownerName, ownerAddress, contactUrl } = site;
  const email = contactUrl.startsWith("mailto:") ? contactUrl.slice("mailto:".length) : "";
  const owner = {
    commerce: { seller: ownerName, address: ownerAddress, email },
    terms: { operator: ownerName },
    privacy: { operator: ownerName, operator_address: ownerAddress },
  };
  return { ...(JSON.parse(taxText(site, JSON.stringify(DRAFTS[page]))) as LegalForms[Page]), ...owner[page] };
}
