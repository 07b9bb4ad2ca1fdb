import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { CatalogCache } from "../../cache/catalog-cache.ts";
import { hasReading, isShown, type Search, Values } from "../conditions.ts";
import { findHits, type Hits, totalOf } from "../hits.ts";
import { possibleReadings } from "../readings/kanji-readings.ts";
import { isKana } from "../readings/reading-keys.ts";
import { kanaOfRomaji, keysOf, type SearchedWord } from "../words.ts";
import { wordOf } from "./spellings.ts";
import { isVerb, normalizedOf, rawOf, type Token, tokensOf } from "./tokens.ts";

/** A token of a query, understood in one way. */
interface Meaning {
  /** As it was typed, in NFKC. */
  raw: string;
  word: SearchedWord;
  /** How much a word of its kind says about the subject, from 0 to 1. */
  weight: number;
  /** The usual spelling that replaced the typed one, which finds nothing. */
  corrected?: string;
}

/** A word of a query with what it finds. */
export interface FoundWord extends Meaning {
  /** Words of a group touch each other. */
  group: number;
  hits: Hits;
}

type Base = Omit<Search, "words">;

const WEIGHTS = { verb: 0.6, kana: 0.8, reading: 0.9, sign: 0.4 };
/** A word of less weight is not what a query is about. */
export const SUBJECT = 0.9;

/** Shorter pieces of kana stand in words by chance. */
const MIN_READING = 3;
/** A single kanji of a compound says nothing, nor does kana. */
const MIN_PIECE = { kanji: 2, latin: 1, katakana: 3, hiragana: Infinity, sign: Infinity };
/** Beside other words hiragana are mostly grammar: less than this must be typed as a whole, and more may end with a particle. */
const SURE_READING = 4;
const MAX_PARTICLE = 2;
const MAX_READING = 16;

export const NOTHING: Hits = { count: 0, ids: [], common: [] };

/**
 * The words of a query, in order: each as it was typed, or else what it may stand for. Those that find nothing have no hits. A stage
 * takes one statement for all words.
 */
export async function findWords(cache: CatalogCache, base: Base, query: string): Promise<FoundWord[]> {
  const groups = tokensOf(query, (text) => cache.vocabulary.isName(text));
  const all = groups.flatMap((touching, group) => touching.map((token) => ({ token, group, touching })));
  const tokens = [...Map.groupBy(all, ({ token }) => token.raw).values()].flatMap((same) => same.slice(0, 1));
  const isKanaAlone = tokens.every(({ token }) => isKana(token.raw));
  const isGrammar = ({ script }: Token) => script === "hiragana" && !isKanaAlone;
  const typed = tokens.map(({ token }) => (isGrammar(token) ? [] : [typedMeaning(cache, token)]));
  const found = await choose(
    cache,
    base,
    typed.map((each) => [each]),
  );
  const unknown = tokens.filter((_, at) => !found[at]);
  const runsOf = (token: Token) => (isGrammar(token) ? beginningsOf(token.raw) : piecesOf(kanaOf(token)));
  const readings = await knownReadings(
    cache,
    base,
    unknown.flatMap(({ token }) => runsOf(token)),
  );
  const meaningsOfToken = ({ token, touching }: (typeof all)[number]) => {
    const known = runsOf(token).filter((run) => readings.has(run));
    if (!isGrammar(token)) return meaningsOf(cache, token, { touching, known });
    return known.map((reading) => [readMeaning(reading, WEIGHTS.kana)]);
  };
  const meant = await choose(cache, base, unknown.map(meaningsOfToken));
  const words = tokens.flatMap((each, at) => {
    const meanings = found[at] ?? meant[unknown.indexOf(each)] ?? typed[at] ?? [];
    return meanings.map((word) => ({ hits: NOTHING, ...word, group: each.group }));
  });
  return groups.flatMap((touching, group) => {
    const ofGroup = words.filter((word) => word.group === group);
    const whole = ofGroup.filter(({ raw }) => raw === rawOf(touching));
    return whole.length > 0 ? whole : ofGroup;
  });
}

/** @returns for each of the lists of alternatives the first with hits; of an alternative's words some may have none */
async function choose(cache: CatalogCache, base: Base, all: Meaning[][][]) {
  const asked = all.flat(2);
  const hits = await findHits(
    cache.reads,
    asked.map(({ word }) => ({ ...base, words: [word] })),
    await totalOf(cache, base),
  );
  const withHits = (meanings: Meaning[]) =>
    meanings.map((meaning) => ({ ...meaning, hits: hits[asked.indexOf(meaning)] ?? NOTHING }));
  return all.map((alternatives) =>
    alternatives.map(withHits).find((words) => words.some((word) => word.hits.count > 0)),
  );
}

const typedMeaning = (cache: CatalogCache, token: Token): Meaning => ({
  raw: token.raw,
  word: wordOf(token, cache.searchedSynonyms),
  weight: weightOf(token),
});

/** A token without hits may stand for others: a word of the same reading, a misspelt or abbreviated one, or rōmaji, or its parts. */
function meaningsOf(
  cache: CatalogCache,
  token: Token,
  { touching, known }: { touching: Token[]; known: string[] },
): Meaning[][] {
  const { raw, script, pieces } = token;
  const text = normalizedOf(token);
  const correctionOf = (typed: string) => {
    const corrected = cache.vocabulary.correct(searchWords(typed).join(" "));
    if (corrected === null) return [];
    const right = searchWords(corrected).join(" ");
    return [
      [
        {
          raw: typed,
          word: { text: right, others: cache.searchedSynonyms.find(right), readings: [] },
          weight: 1,
          corrected,
        },
      ],
    ];
  };
  const possible = script === "kanji" && raw.length > 1 ? possibleReadings(text) : [];
  const keys = possible.filter((reading) => reading.length >= MIN_READING).flatMap(keysOf);
  const romaji = kanaOfRomaji(text);
  const kana = longestIn(kanaOf(token), known);
  const several = pieces.filter((part) => part.raw.length >= MIN_PIECE[part.script]);
  return [
    ...(keys.length > 0 ? [[{ raw, word: { text, others: [], readings: keys }, weight: WEIGHTS.reading }]] : []),
    ...correctionOf(raw),
    ...(touching.length > 1 ? correctionOf(rawOf(touching)) : []),
    ...(romaji === null ? [] : [[readMeaning(romaji, 1)], ...correctionOf(romaji)]),
    kana.map((reading) => readMeaning(reading, WEIGHTS.reading)),
    several.map((part) => typedMeaning(cache, part)),
  ].filter(({ length }) => length > 0);
}

const readMeaning = (text: string, weight: number): Meaning => ({
  raw: text,
  word: { text, others: [], readings: keysOf(text) },
  weight,
});

function weightOf({ raw }: Token): number {
  if (isVerb(raw)) return WEIGHTS.verb;
  if (isKana(raw)) return WEIGHTS.kana;
  return /^(?:.|\p{N}+)$/u.test(raw) ? WEIGHTS.sign : 1;
}

/** The kana of a token, or of its Latin letters as rōmaji. */
function kanaOf(token: Token): string {
  const text = normalizedOf(token);
  return isKana(text) ? text : (kanaOfRomaji(text) ?? "");
}

/** The longest first. */
function piecesOf(run: string): string[] {
  const pieces = Array.from({ length: Math.max(0, run.length - MIN_READING + 1) }, (_, at) =>
    Array.from({ length: MAX_READING - MIN_READING + 1 }, (_, more) => run.slice(at, at + MIN_READING + more)),
  );
  return [...new Set(pieces.flat())].toSorted((a, b) => b.length - a.length);
}

/** The longest first. */
function beginningsOf(run: string): string[] {
  const lengths = Array.from({ length: MAX_PARTICLE + 1 }, (_, less) => run.length - less);
  return lengths
    .filter((length) => length >= (length === run.length ? MIN_READING : SURE_READING))
    .map((length) => run.slice(0, length));
}

/** No kana twice. @param readings the longest first */
function longestIn(run: string, readings: string[]): string[] {
  let rest = run;
  return readings.filter((reading) => {
    const isFree = rest.includes(reading);
    if (isFree) rest = rest.replace(reading, " ");
    return isFree;
  });
}

/** One statement for all pieces. @returns those that a text of the scope is read like */
async function knownReadings(cache: CatalogCache, { scope, hidden }: Base, pieces: string[]): Promise<Set<string>> {
  const keys = new Map(pieces.flatMap((piece) => keysOf(piece).map((key) => [piece, key] as const)));
  if (keys.size === 0) return new Set();
  const values = new Values();
  const text = `
    select wanted.key from unnest(${values.add([...new Set(keys.values())])}::bigint[]) as wanted(key)
     where exists (select from video_search_readings r
                    where ${hasReading(scope, "array[wanted.key]")} and ${isShown("r.video_id", hidden, values)})`;
  const { rows } = await cache.reads.query<{ key: number }>({ text, values: values.list });
  const known = new Set(rows.map(({ key }) => key));
  return new Set([...keys].filter(([, key]) => known.has(key)).map(([piece]) => piece));
}
