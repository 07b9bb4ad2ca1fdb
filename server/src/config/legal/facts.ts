import type { LegalFacts } from "@manabiya/contract/legal/admin-legal.ts";
import { priceTexts } from "@manabiya/contract/rules/prices.ts";
import { pricesAt } from "../../billing/prices/lists.ts";
import type { LiveSite } from "../live-site.ts";

/** The site's values that stand in the texts of the legal pages. `at`: milliseconds since 1970. */
export function legalFacts({ name, prices }: Pick<LiveSite, "name" | "prices">, at: number): LegalFacts {
  const { PRICE_MONTHLY: price_monthly, PRICE_YEARLY: price_yearly } = priceTexts(pricesAt(prices, at));
  return { site_name: name, price_monthly, price_yearly };
}
