import type { LegalForms } from "@manabiya/contract/legal/forms.ts";
import { COMMERCE_DRAFT } from "./commerce.ts";
import { PRIVACY_DRAFT } from "./privacy.ts";
import { TERMS_DRAFT } from "./terms.ts";

export const DRAFTS: Readonly<LegalForms> = { commerce: COMMERCE_DRAFT, terms: TERMS_DRAFT, privacy: PRIVACY_DRAFT };
