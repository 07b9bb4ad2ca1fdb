import { INSEPARABLE, phraseBreaks } from "@manabiya/contract/rules/phrase-breaks.ts";
import type { jaModel, Parser } from "budoux";
import type { Plugin } from "vite";

/** The package's entry also loads a DOM, which nothing here needs. */
const entry = import.meta.resolve("budoux");
const { Parser: JapaneseParser } = (await import(new URL("parser.js", entry).href)) as { Parser: typeof Parser };
const { model } = (await import(new URL("data/models/ja.js", entry).href)) as { model: typeof jaModel };
const parser = new JapaneseParser(model);

/** @returns the phrases of a Japanese text, between which a line may break */
function phrasesOf(text: string): string[] {
  const breaks = phraseBreaks(text, (given) => parser.parseBoundaries(given));
  return [0, ...breaks].map((from, index) => text.slice(from, breaks[index]));
}

/** @returns the text with its breaks as markup, without an element around it */
function markupOf(text: string, classAttribute: "class" | "className"): string {
  const together = `<span ${classAttribute}="whitespace-nowrap">$1</span>`;
  return phrasesOf(text)
    .map((phrase) => phrase.replace(INSEPARABLE, together))
    .join("<wbr/>");
}

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

const ELEMENT = /<(h[1-4]|\w+(?=[^>]* class="[^"]*(?<![\w-])phrase(?![\w-])))\b[^>]*>[^]*?<\/\1>/g;

/** Adds line breaks between the phrases of headings and of elements with the class `phrase`, for every browser. */
export function withPhraseBreaks(html: string): string {
  return html.replace(ELEMENT, (element) =>
    element.replace(/(?<=>)[^<>]+(?=<)/g, (text) => {
      const markup = JAPANESE.test(text) ? markupOf(text, "class") : text;
      return markup === text ? text : `<span class="break-keep">${markup}</span>`;
    }),
  );
}

/** Elements that hold nothing but text and plain values, such as `{count}`. */
const JSX_ELEMENT =
  /(<(h[1-4]|Banner|Button|ButtonLink|EmptyState|\w+(?=[^>]*className="[^"]*(?<![\w-])phrase(?![\w-])))\b[^<>]*(?<!\/)>)((?:[^<>{}]|\{[\w.[\]]+\})+)(?=<\/\2>)/g;

const JSX_LEAD = /(<DeadEnd\b[^<>]*?\stext=)"([^"]+)"/g;
const JSX_TITLE = /(<(?:AuthCard|ConfirmDialog|DeadEnd|Dialog|Message|Outcome|OwnerDialog)\b[^<>]*?\stitle=)"([^"]+)"/g;

/** Characters. Shorter headings and labels fit into one line of the narrowest phone. */
const MIN_LENGTH = 12;

/** @param content text and values in braces */
function jsxOf(content: string): string {
  const text = content
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
  if (text.length < MIN_LENGTH) return content;
  const markup = text.replace(/\{[^}]*\}|[^{}]+/g, (part) =>
    JAPANESE.test(part) ? markupOf(part, "className") : part,
  );
  return markup === text ? content : `<span className="break-keep">${markup}</span>`;
}

/** @returns a component's source with breaks in its headings, leads, buttons and messages */
export function withPhraseBreaksInJsx(source: string): string {
  const ofProperty = (all: string, before: string, text: string) => {
    const content = jsxOf(text);
    return content === text ? all : `${before}{${content}}`;
  };
  return source
    .replace(JSX_ELEMENT, (_all, tag: string, _name, content: string) => tag + jsxOf(content))
    .replace(JSX_LEAD, ofProperty)
    .replace(JSX_TITLE, ofProperty);
}

/** The application's own texts get their breaks at build time; the server sends those of titles. */
export function phraseBreaksInComponents(): Plugin {
  return {
    name: "manabiya:phrase-breaks",
    enforce: "pre",
    apply: "build",
    transform: {
      filter: { id: /\/web\/src\/(?!landing\/).*\.tsx$/ },
      handler: (source) => ({ code: withPhraseBreaksInJsx(source), map: null }),
    },
  };
}
