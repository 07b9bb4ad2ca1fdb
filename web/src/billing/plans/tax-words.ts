import { taxText } from "@manabiya/contract/rules/prices.ts";
import { site } from "../../site.ts";

/** A text that may name consumption tax, as this seller says it. */
export const taxWords = (text: string): string => taxText(site, text);
