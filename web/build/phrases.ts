import { INSEPARABLE, phraseBreaks } from "@manabiya/contract/rules/phrase-breaks.ts";
import type { jaModel, Parser } from "budoux";

/** The package's entry also loads a DOM, which nothing here needs. */
const entry = import.meta.resolve("budoux");
const { Parser: JapaneseParser } = (await import(new URL("parser.js", entry).href)) as { Parser: typeof Parser };
const { model } = (await import(new URL("data/models/ja.js", entry).href)) as { model: typeof jaModel };
const parser = new JapaneseParser(model);

/** @returns the phrases of a Japanese text, between which a line may break */
export function phrasesOf(text: string): string[] {
  const breaks = phraseBreaks(text, (given) => parser.parseBoundaries(given));
  return [0, ...breaks].map((from, index) => text.slice(from, breaks[index]));
}

const ELEMENT = /<(h[1-4]|\w+(?=[^>]* class="[^"]*(?<![\w-])phrase(?![\w-])))\b[^>]*>[^]*?<\/\1>/g;
const TEXT = /(?<=>)[^<>]*[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}][^<>]*(?=<)/gu;

/** Adds line breaks between the phrases of headings and of elements with the class `phrase`, for every browser. */
export function withPhraseBreaks(html: string): string {
  return html.replace(ELEMENT, (element) =>
    element.replace(TEXT, (text) => {
      const phrases = phrasesOf(text);
      if (phrases.length === 1) return text;
      const kept = phrases.map((phrase) => phrase.replace(INSEPARABLE, '<span class="whitespace-nowrap">$1</span>'));
      return `<span class="break-keep">${kept.join("<wbr>")}</span>`;
    }),
  );
}
