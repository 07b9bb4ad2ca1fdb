import { phraseBreaks } from "@manabiya/contract/rules/phrase-breaks.ts";
import type { jaModel, Parser } from "budoux";

/** The package's entry also loads a DOM (linkedom). These two files need nothing else. */
const entry = import.meta.resolve("budoux");
const { Parser: JapaneseParser } = (await import(new URL("parser.js", entry).href)) as { Parser: typeof Parser };
const { model } = (await import(new URL("data/models/ja.js", entry).href)) as { model: typeof jaModel };
const parser = new JapaneseParser(model);

/** Titles; about 2 MB. */
const MAX_REMEMBERED = 10_000;
const remembered = new Map<string, readonly number[]>();

/** Finding the breaks of a title takes 26 µs, and more in a new process. They outlive a version of the catalogue. */
export function titleBreaks(title: string): number[] {
  let breaks = remembered.get(title);
  if (breaks === undefined) {
    breaks = phraseBreaks(title, (text) => parser.parseBoundaries(text));
    if (remembered.size === MAX_REMEMBERED) remembered.clear();
    remembered.set(title, breaks);
  }
  return [...breaks];
}
