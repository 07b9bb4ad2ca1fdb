import type { DocumentContent } from "../documents.ts";
import { LANDING_SCHEMAS, type LandingContent, type LandingVariant } from "./content.ts";
import { ENGINEERS } from "./engineers.ts";
import { FREELANCERS } from "./freelancers.ts";

/** Today's pages are the default content. */
export const LANDINGS: Record<LandingVariant, DocumentContent<LandingContent>> = {
  a: { fields: LANDING_SCHEMAS, defaults: ENGINEERS },
  b: { fields: LANDING_SCHEMAS, defaults: FREELANCERS },
};
