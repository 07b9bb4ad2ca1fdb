import type { LegalFacts } from "@manabiya/contract/legal/admin-legal.ts";
import { formatYen, priceIncludingTax } from "@manabiya/contract/rules/prices.ts";
import type { SiteSettings } from "../config.ts";

/** The site's values that stand in the texts of the legal pages. */
export function legalFacts({ name }: SiteSettings): LegalFacts {
  return {
    site_name: name,
    price_monthly: formatYen(priceIncludingTax("monthly")),
    price_yearly: formatYen(priceIncludingTax("yearly")),
  };
}
