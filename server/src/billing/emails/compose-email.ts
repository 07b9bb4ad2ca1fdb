import { taxText } from "@manabiya/contract/rules/prices.ts";
import type { SiteSettings } from "../../config/config.ts";
import * as layout from "../../mail/email-layout.ts";

/** Composes a mail about money, whose texts are the product's own: a seller without consumption tax names none. */
export function composeEmail(
  site: SiteSettings,
  envelope: Parameters<typeof layout.composeEmail>[1],
  blocks: layout.Block[],
) {
  const taxed = blocks.map((block) => (typeof block === "string" ? taxText(site, block) : block));
  return layout.composeEmail(site, envelope, taxed);
}
