import type { LegalFacts } from "@manabiya/contract/legal/admin-legal.ts";
import { priceTexts } from "@manabiya/contract/rules/prices.ts";
import { pricesAt } from "../price-lists.ts";
import type { LiveSite } from "../live-site.ts";

/** The site's values that stand in the texts of the legal pages. `at`: milliseconds since 1970. */
export function legalFacts(site: Pick<LiveSite, "name" | "prices" | "isTaxExempt">, at: number): LegalFacts {
  const { PRICE_MONTHLY: price_monthly, PRICE_YEARLY: price_yearly } = priceTexts(pricesAt(site, at));
  return { site_name: site.name, price_monthly, price_yearly };
}
