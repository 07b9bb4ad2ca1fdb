import { type DocumentContent, fitContent, type SiteDocument } from "@manabiya/contract/site/documents.ts";
import { LANDINGS } from "@manabiya/contract/site/landing/documents.ts";

/** The contents that each document may have. A document without an entry has no page yet. */
const CONTENTS: Partial<Record<SiteDocument, DocumentContent<object>>> = {
  "landing-a": LANDINGS.a,
  "landing-b": LANDINGS.b,
};

/** @returns the stored content as this release understands it */
export function readContent(document: SiteDocument, stored: object): object {
  const content = CONTENTS[document];
  return content ? fitContent(content, stored) : stored;
}
