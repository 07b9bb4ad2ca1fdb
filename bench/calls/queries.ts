import { makeLesson } from "../data/lessons.ts";
import { Random } from "../data/random.ts";
import { KANA, SYNONYMS, TERMS } from "../data/words.ts";

/** The most frequent search terms. */
export function commonQueries(): string[] {
  return TERMS.slice(0, 60);
}

const LENGTHS = [1, 2, 3, 5, 8];
const SCOPES = ["title", "chapter", "all"] as const;

export interface Query {
  /** Such as "3 characters". */
  kind: string;
  words: string;
  type: (typeof SCOPES)[number];
  sort?: "relevance";
}

/**
 * Distinct searches that the server has not seen, of every length in every scope. They are pieces of generated lessons,
 * common terms (some in another character width), and texts without a match.
 * @param each the number of searches of each length
 */
export function freshQueries(each: number): Query[] {
  const random = new Random(7);
  const known = new Set<string>();
  const fresh = (make: (attempt: number) => string): string => {
    for (let attempt = 0; ; attempt += 1) {
      const words = make(attempt);
      if (known.has(words) || words.trim() !== words) continue;
      known.add(words);
      return words;
    }
  };
  const scope = (index: number) => SCOPES[index % SCOPES.length] ?? "all";
  const queries: Query[] = LENGTHS.flatMap((length) =>
    Array.from({ length: each }, (_, index) => ({
      kind: `${length} character${length > 1 ? "s" : ""}`,
      words: fresh(() => cut(random, length)),
      type: scope(index),
    })),
  );
  const terms = Array.from({ length: each }, (_, index) => ({
    kind: "common terms",
    words: fresh((attempt) => {
      const term = TERMS[(index + attempt * each) % TERMS.length] ?? "";
      return widths[Math.floor(index / SCOPES.length) % widths.length]?.(term) ?? term;
    }),
    type: scope(index),
  }));
  const absent = Array.from({ length: each }, (_, index) => ({
    kind: "absent",
    words: fresh(() => `${cut(random, 2)}鰯${cut(random, 2)}`),
    type: scope(index),
  }));
  const everywhere = (kind: string, words: readonly string[], sort?: "relevance") =>
    words.slice(0, each).map((text): Query => ({ kind, words: text, type: "all", ...(sort && { sort }) }));
  return shuffled(
    [
      ...queries,
      ...terms,
      ...absent,
      ...everywhere("kana", KANA),
      ...everywhere("with synonyms", SYNONYMS),
      ...everywhere("by relevance", TERMS.slice(-each), "relevance"),
    ],
    random,
  );
}

/** A word unchanged, in full width, and in hiragana as typed before conversion. */
const widths: ((word: string) => string)[] = [
  (word) => word,
  (word) => word.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  (word) => word.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60)),
];

/** `length` characters from a random position of a lesson. */
function cut(random: Random, length: number): string {
  const { title, description, chapters } = makeLesson(random, 3);
  const texts = [title, title, description, ...chapters.flatMap((chapter) => [chapter.title, chapter.description])];
  const text = random.pick(texts.filter((candidate) => candidate.length >= length));
  const from = random.below(text.length - length + 1);
  return text.slice(from, from + length);
}

function shuffled<T>(list: T[], random: Random): T[] {
  return list
    .map((value) => ({ value, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
