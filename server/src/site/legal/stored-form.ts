import {
  COMMERCE_SHAPE,
  type LegalForms,
  type LegalPage,
  PRIVACY_SHAPE,
  TERMS_SHAPE,
} from "@manabiya/contract/legal/forms.ts";
import type { StoredLegal } from "./queries.ts";

const SHAPES = { commerce: COMMERCE_SHAPE, terms: TERMS_SHAPE, privacy: PRIVACY_SHAPE };

/** @returns a stored form; a field that its release did not know is empty */
export function completeForm<Page extends LegalPage>(page: Page, stored: object): LegalForms[Page] {
  const empty = Object.keys(SHAPES[page]).map((name) => [name, name === "transmissions" ? [] : ""]);
  return { ...Object.fromEntries(empty), ...stored } as LegalForms[Page];
}

/** @returns a stored version as the screen shows it */
export function versionOf<Page extends LegalPage>(
  page: Page,
  { content, revision, changed_at }: { revision: number; changed_at: string; content: StoredLegal },
) {
  const { effective_on, announcement, summary } = content;
  return { revision, changed_at, effective_on, announcement, summary, form: completeForm(page, content.form) };
}
