import { makeLesson } from "../data/lessons.ts";
import { Random } from "../data/random.ts";
import { TERMS } from "../data/words.ts";

/** What members look for most: the commonest terms. */
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
}

/**
 * Searches that nobody has made before, no two alike: of every length in every scope, cut out of lessons like the
 * loaded ones or common terms, some in another width, and some for what is nowhere.
 * @param each how many of each length
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
  const scope = (place: number) => SCOPES[place % SCOPES.length] ?? "all";
  const queries: Query[] = LENGTHS.flatMap((length) =>
    Array.from({ length: each }, (_, place) => ({
      kind: `${length} character${length > 1 ? "s" : ""}`,
      words: fresh(() => cut(random, length)),
      type: scope(place),
    })),
  );
  const terms = Array.from({ length: each }, (_, place) => ({
    kind: "common terms",
    words: fresh((attempt) => {
      const term = TERMS[(place + attempt * each) % TERMS.length] ?? "";
      return widths[Math.floor(place / SCOPES.length) % widths.length]?.(term) ?? term;
    }),
    type: scope(place),
  }));
  const absent = Array.from({ length: each }, (_, place) => ({
    kind: "absent",
    words: fresh(() => `${cut(random, 2)}鰯${cut(random, 2)}`),
    type: scope(place),
  }));
  return shuffled([...queries, ...terms, ...absent], random);
}

/** The same word as it is, in full width, and as people type it before they convert it. */
const widths: ((word: string) => string)[] = [
  (word) => word,
  (word) => word.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  (word) => word.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60)),
];

/** So many characters out of the middle of a lesson. */
function cut(random: Random, length: number): string {
  const { title, description, chapters } = makeLesson(random, 3);
  const texts = [
    title,
    title,
    description,
    ...chapters.flatMap((chapter) => [chapter.title, chapter.description]),
  ];
  const text = random.pick(texts.filter((candidate) => candidate.length >= length));
  const from = random.below(text.length - length + 1);
  return text.slice(from, from + length);
}

function shuffled<T>(list: T[], random: Random): T[] {
  return list
    .map((value) => ({ value, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
