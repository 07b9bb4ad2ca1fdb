import { HITS_MAX, searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { CatalogCache } from "../../cache/catalog-cache.ts";
import { hasReading, isShown, type Search, Values } from "../conditions.ts";
import { findHits, type Hits, MAX_IDS } from "../hits.ts";
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
  /** How sure it is that this is meant, from 0 to 1. */
  sureness: number;
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
/** A word that the segmenter knows is seldom a wrong conversion: 地震 is hardly 自信. */
const SAME_READING = 0.5;
/** A word of less weight is not what a query is about. */
export const SUBJECT = 0.9;

/** Shorter pieces of kana stand in words by chance. */
const MIN_READING = 3;
/** A single kanji or letter of a compound says nothing, nor does kana. */
const MIN_PIECE = { kanji: 2, latin: 2, katakana: 3, hiragana: Infinity, sign: Infinity };
/** Hiragana go on with particles and endings: less than this must be typed as a whole. */
const SURE_READING = 4;
const MAX_READING = 16;

export const NOTHING: Hits = { count: 0, ids: [] };

/**
 * The words of a query, in order: each as it was typed, or else what it may stand for. Those that find nothing have no hits. A stage
 * takes one statement for all words, which counts the hits of a common word only if it stands alone.
 */
export async function findWords(cache: CatalogCache, base: Base, query: string): Promise<FoundWord[]> {
  const groups = tokensOf(query, (text) => cache.vocabulary.has(text));
  const all = groups.flatMap((touching, group) => touching.map((token) => ({ token, group, touching })));
  const tokens = [...Map.groupBy(all, ({ token }) => token.raw).values()].flatMap((same) => same.slice(0, 1));
  // Beside other words hiragana are mostly grammar.
  const isGrammar = ({ script }: Token) => script === "hiragana" && tokens.length > 1;
  const typed = tokens.map(({ token }) => (isGrammar(token) ? [] : [[typedMeaning(cache, token)]]));
  const found = await choose(cache, base, typed);
  const unknown = tokens.filter((_, at) => !found[at]);
  const beginnings = unknown.map(({ token }) => beginningsOf(token));
  const readings = await knownReadings(cache, base, beginnings.flat());
  const meaningsOfToken = ({ token, touching }: (typeof all)[number], at: number) => {
    const known = beginnings[at]?.find((beginning) => readings.has(beginning));
    const read = known === undefined ? [] : [[readMeaning(known, WEIGHTS.kana)]];
    return isGrammar(token) ? read : meaningsOf(cache, token, { touching, read });
  };
  const meant = await choose(cache, base, unknown.map(meaningsOfToken));
  const words = tokens.flatMap((each, at) => {
    const meanings = found[at] ?? meant[unknown.indexOf(each)] ?? typed[at]?.[0] ?? [];
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
  const searches = asked.map(({ word }) => ({ ...base, words: [word] }));
  const hits = await findHits(cache.reads, searches, searches.length > 1 ? MAX_IDS : HITS_MAX);
  const withHits = (meanings: Meaning[]) =>
    meanings.map((meaning) => ({ ...meaning, hits: hits[asked.indexOf(meaning)] ?? NOTHING }));
  return all.map((alternatives) =>
    alternatives.map(withHits).find((words) => words.some((word) => word.hits.count > 0)),
  );
}

const typedMeaning = (cache: CatalogCache, token: Token, weight = weightOf(token)): Meaning => ({
  raw: token.raw,
  word: wordOf(token, cache.searchedSynonyms),
  weight,
  sureness: 1,
});

/** A token without hits may stand for others: a word of the same reading, a misspelt or abbreviated one, or rōmaji, or its parts. */
function meaningsOf(
  cache: CatalogCache,
  token: Token,
  { touching, read }: { touching: Token[]; read: Meaning[][] },
): Meaning[][] {
  const { raw, script, pieces } = token;
  const text = normalizedOf(token);
  const correctionOf = (typed: string) => {
    const corrected = cache.vocabulary.correct(typed);
    if (corrected === null) return [];
    const right = searchWords(corrected).join(" ");
    const word = { text: right, others: cache.searchedSynonyms.find(right), readings: [] };
    return [[{ raw: typed, word, weight: 1, sureness: 1, corrected }]];
  };
  const possible = script === "kanji" && raw.length > 1 ? possibleReadings(text) : [];
  const keys = possible.filter((reading) => reading.length >= MIN_READING).flatMap(keysOf);
  const sureness = pieces.length > 0 ? 1 : SAME_READING;
  const romaji = kanaOfRomaji(text);
  const several = pieces.filter((part) => part.raw.length >= MIN_PIECE[part.script]);
  return [
    ...(keys.length > 0 ? [[{ ...readMeaning(text, WEIGHTS.reading, keys), sureness }]] : []),
    ...correctionOf(raw),
    ...(touching.length > 1 ? correctionOf(rawOf(touching)) : []),
    ...(romaji === null ? [] : [[typedMeaning(cache, { ...token, raw: romaji }, 1)], ...correctionOf(romaji)]),
    ...read,
    several.map((part) => typedMeaning(cache, part)),
  ].filter(({ length }) => length > 0);
}

const readMeaning = (text: string, weight: number, readings = keysOf(text)): Meaning => ({
  raw: text,
  word: { text, others: [], readings },
  weight,
  sureness: 1,
});

function weightOf({ raw }: Token): number {
  if (isVerb(raw)) return WEIGHTS.verb;
  if (isKana(raw)) return WEIGHTS.kana;
  return /^(?:.|\p{N}+)$/u.test(raw) ? WEIGHTS.sign : 1;
}

/** How the kana of a token, or its Latin letters as rōmaji, may begin; the longest first. */
function beginningsOf(token: Token): string[] {
  if (token.script !== "hiragana" && token.script !== "latin") return [];
  const text = normalizedOf(token);
  const run = isKana(text) ? text : (kanaOfRomaji(text) ?? "");
  const lengths = Array.from({ length: Math.min(run.length, MAX_READING) }, (_, at) => at + 1).toReversed();
  return lengths
    .filter((length) => length >= (length === run.length ? MIN_READING : SURE_READING))
    .map((length) => run.slice(0, length));
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
