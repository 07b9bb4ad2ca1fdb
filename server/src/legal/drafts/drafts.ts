import type { LegalForms, LegalPage } from "@manabiya/contract/legal/forms.ts";
import type { StoredLegal } from "../queries.ts";
import { COMMERCE_DRAFT } from "./commerce.ts";
import { PRIVACY_DRAFT } from "./privacy.ts";
import { TERMS_DRAFT } from "./terms.ts";

export const DRAFTS: Readonly<LegalForms> = { commerce: COMMERCE_DRAFT, terms: TERMS_DRAFT, privacy: PRIVACY_DRAFT };

/** @returns a stored form; a field that its release did not know is empty */
export function completeForm<Page extends LegalPage>(page: Page, stored: object): LegalForms[Page] {
  const names = Object.keys(DRAFTS[page]).map((name) => [name, name === "transmissions" ? [] : ""]);
  return { ...Object.fromEntries(names), ...stored } as LegalForms[Page];
}

/** @returns a stored version as the screen shows it */
export function versionOf<Page extends LegalPage>(
  page: Page,
  row: { revision: number; changed_at: string; content: StoredLegal },
) {
  const { content, revision, changed_at } = row;
  const { effective_on, announcement, summary } = content;
  return { revision, changed_at, effective_on, announcement, summary, form: completeForm(page, content.form) };
}
