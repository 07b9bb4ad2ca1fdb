import { fillTokens, type Token } from "@manabiya/contract/site/form-nodes.ts";
import type { LandingContent } from "@manabiya/contract/site/landing/content.ts";
import { placeholder } from "@manabiya/contract/rules/page-placeholders.ts";
import { PRICE_TEXTS } from "./price-texts.ts";

/** A page's content, its tokens filled in, with the parts that the operator cannot change. */
export interface LandingCopy extends Omit<LandingContent, "action"> {
  path: "/landing" | "/freelanding";
  /** The target and label of every button. */
  action: LandingContent["action"] & { href: "/signup" | "/trial" };
}

/** Values that the server fills in. */
const VALUES = Object.fromEntries<string>([
  ["サイト名", placeholder("SITE_NAME")],
  ["月額", PRICE_TEXTS.monthly],
  ["年額", PRICE_TEXTS.yearly],
  ["月あたり", PRICE_TEXTS.from],
  ["年額の割引額", PRICE_TEXTS.saving],
  ["お得な月数", PRICE_TEXTS.monthsFree],
] satisfies [Exclude<Token, "動画の本数">, string][]) as Record<Exclude<Token, "動画の本数">, string>;

/** @returns the content with a value, or a placeholder of the server, for each token in its texts */
export function fillContent<T>(content: T, videos: number): T {
  const values = { ...VALUES, ["動画の本数"]: String(videos) };
  return JSON.parse(JSON.stringify(content), (_key, value: unknown) =>
    typeof value === "string" ? fillTokens(value, values) : value,
  ) as T;
}
