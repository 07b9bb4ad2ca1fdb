import { normalizeForSearch, searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { CatalogCache } from "../../cache/catalog-cache.ts";
import { hasReading, isShown, type Search, Values } from "../conditions.ts";
import { findSimilar, type Hits, hitsOf } from "../hits.ts";
import { consonantsOf } from "../readings/loan-words.ts";
import { possibleReadings } from "../readings/kanji-readings.ts";
import { isKana } from "../readings/reading-keys.ts";
import { isVerb, normalizedOf, type Token, tokensOf, withoutKana } from "./tokens.ts";
import { kanaOfRomaji, keysOf, plainWord, type SearchedWord } from "../words.ts";

/** A word of a query with what it finds. */
export interface FoundWord {
  /** As it was typed, in NFKC. */
  raw: string;
  word: SearchedWord;
  /** How much a word of its kind says about the subject, from 0 to 1. */
  weight: number;
  /** Words of a group touch each other. */
  group: number;
  hits: Hits;
  /** The usual spelling that replaced the typed one, which finds nothing. */
  corrected?: string;
}

type Base = Omit<Search, "words">;

const WEIGHTS = { verb: 0.6, single: 0.4, reading: 0.9, kanaInSentence: 0.8, similar: 0.5, number: 0.5 };
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

/** The words of a query, in order. Those that find nothing have no hits. */
export async function findWords(cache: CatalogCache, base: Base, query: string): Promise<FoundWord[]> {
  const finder = new WordFinder(cache, base);
  const groups = tokensOf(query, (text) => cache.vocabulary.has(text));
  const whole = cache.searchedSynonyms.find(searchWords(query).join(" "));
  const [text, ...others] = searchWords(query).length > 1 ? whole : [];
  const meant = text === undefined ? [] : await finder.resolved(query, 0, [{ word: { text, others, readings: [] } }]);
  if (meant.length > 0) return meant;
  if (groups.length === 0) {
    const words = searchWords(query).map((typed, group) => finder.resolved(typed, group, [{ word: plainWord(typed) }]));
    return (await Promise.all(words)).flat();
  }
  const isKanaAlone = groups.flat().every(({ script }) => script === "hiragana");
  const found = groups.map((tokens, group) => finder.ofGroup(tokens, group, isKanaAlone));
  return (await Promise.all(found)).flat();
}

interface Candidate {
  word: SearchedWord;
  weight?: number;
  corrected?: string;
}

/** Looks for each token as it was typed, and then for what may be meant. */
class WordFinder {
  readonly #cache: CatalogCache;
  readonly #base: Base;

  constructor(cache: CatalogCache, base: Base) {
    this.#cache = cache;
    this.#base = base;
  }

  /** Of several tokens some may be pieces of a misspelt name. */
  async ofGroup(tokens: Token[], group: number, isKanaAlone: boolean): Promise<FoundWord[]> {
    const found = (await Promise.all(tokens.map((token) => this.#ofToken(token, group, isKanaAlone)))).flat();
    if (tokens.length < 2 || found.every(({ hits }) => hits.count > 0)) return found;
    const raw = tokens.map((token) => token.raw).join("");
    const whole = await this.resolved(raw, group, this.#corrections(normalizeForSearch(raw)));
    return whole.some(({ hits }) => hits.count > 0) ? whole : found;
  }

  /** The first candidate with hits; without any the typed word, which has none. */
  async resolved(raw: string, group: number, candidates: Candidate[]): Promise<FoundWord[]> {
    for (const { word, weight = 1, corrected } of candidates) {
      const hits = await hitsOf(this.#cache, { ...this.#base, words: [word] });
      if (hits.count > 0) return [{ raw, word, weight, group, hits, ...(corrected !== undefined && { corrected }) }];
    }
    return [];
  }

  async #ofToken(token: Token, group: number, isKanaAlone: boolean): Promise<FoundWord[]> {
    const { raw, script, pieces } = token;
    const text = normalizedOf(token);
    if (script === "hiragana" && !isKanaAlone) return this.#ofReadings(text, group, false);
    const weight = weightOf(text);
    const typed = { word: this.#wordOf(token, text), weight };
    const found = await this.resolved(raw, group, [typed, ...this.#meant(token, text)]);
    if (found.length > 0) return found;
    const kana = isKana(text) ? text : kanaOfRomaji(text);
    const read = kana === null ? [] : await this.#ofReadings(kana, group, true);
    if (read.length > 0) return read;
    const several = pieces.filter((part) => part.raw.length >= MIN_PIECE[part.script]);
    const inPieces = several.length > 0 ? await this.ofGroup(several, group, isKanaAlone) : [];
    if (inPieces.some(({ hits }) => hits.count > 0)) return inPieces;
    const hits = await findSimilar(this.#cache.reads, this.#base, text);
    return [{ raw, word: typed.word, weight: hits.count > 0 ? WEIGHTS.similar : weight, group, hits }];
  }

  #wordOf({ script, raw }: Token, text: string): SearchedWord {
    const synonyms = this.#cache.searchedSynonyms.find(text);
    const consonants = consonantsOf(raw);
    const loan = consonants === null ? [] : keysOf(`~${consonants}`);
    if (script !== "kanji")
      return { text, others: synonyms, readings: [...(isKana(text) ? keysOf(text) : []), ...loan] };
    const kanji = withoutKana(text);
    const stem = text.replace(/[\u3041-\u3096]+$/, "");
    const isSpelledVariously = [...kanji].length > 1;
    const spellings = isSpelledVariously || isVerb(text) ? [stem, ...(isSpelledVariously ? [kanji] : [])] : [];
    const others = [...new Set([...synonyms, ...spellings])].filter((other) => other !== text && other !== "");
    return { text, others, readings: isSpelledVariously ? keysOf(kanji) : [] };
  }

  #corrections(text: string): Candidate[] {
    const corrected = this.#cache.vocabulary.correct(text);
    if (corrected === null) return [];
    const known = searchWords(corrected).join(" ");
    return [{ word: { text: known, others: this.#cache.searchedSynonyms.find(known), readings: [] }, corrected }];
  }

  /** Other words that the token may stand for: of the same reading, misspelt, abbreviated, or in rōmaji. */
  #meant({ script }: Token, text: string): Candidate[] {
    const kana = kanaOfRomaji(text);
    const read = script === "kanji" && [...text].length > 1 ? possibleReadings(text) : [];
    const readings = read.filter((reading) => reading.length >= MIN_READING).flatMap(keysOf);
    return [
      ...(readings.length > 0 ? [{ word: { text, others: [], readings }, weight: WEIGHTS.reading }] : []),
      ...this.#corrections(text),
      ...(kana === null
        ? []
        : [{ word: { text: kana, others: this.#cache.searchedSynonyms.find(kana), readings: keysOf(kana) } }]),
    ];
  }

  /** Words whose readings stand in a run of kana: the longest first, and no kana twice. */
  async #ofReadings(run: string, group: number, isAlone: boolean): Promise<FoundWord[]> {
    const known = await this.#knownReadings(isAlone ? piecesOf(run) : beginningsOf(run));
    const found: string[] = [];
    let rest = run;
    for (const piece of known) {
      if (!rest.includes(piece)) continue;
      found.push(piece);
      rest = rest.replace(piece, " ");
    }
    const words = found.map((text) =>
      this.resolved(text, group, [
        {
          word: { text, others: [], readings: keysOf(text) },
          weight: isAlone ? WEIGHTS.reading : WEIGHTS.kanaInSentence,
        },
      ]),
    );
    return (await Promise.all(words)).flat();
  }

  /** One statement for all pieces. @returns those that a text of the scope is read like */
  async #knownReadings(pieces: string[]): Promise<string[]> {
    const keys = new Map(pieces.flatMap((piece) => keysOf(piece).map((key) => [key, piece] as const)));
    if (keys.size === 0) return [];
    const values = new Values();
    const text = `
      select wanted.key from unnest(${values.add([...keys.keys()])}::bigint[]) with ordinality as wanted(key, place)
       where exists (select from video_search_readings r
                      where ${hasReading(this.#base.scope, "array[wanted.key]")} and ${isShown("r.video_id", this.#base.hidden, values)})
       order by wanted.place`;
    const { rows } = await this.#cache.reads.query<{ key: number }>({ text, values: values.list });
    return rows.flatMap(({ key }) => keys.get(key) ?? []);
  }
}

function weightOf(text: string): number {
  if (isVerb(text)) return WEIGHTS.verb;
  if (/^\p{N}+$/u.test(text)) return WEIGHTS.number;
  return [...text].length === 1 ? WEIGHTS.single : 1;
}

/** The longest first. */
function piecesOf(run: string): string[] {
  const pieces = Array.from({ length: Math.max(0, run.length - MIN_READING + 1) }, (_, at) =>
    Array.from({ length: MAX_READING - MIN_READING + 1 }, (_, more) => run.slice(at, at + MIN_READING + more)),
  );
  return [...new Set(pieces.flat())].toSorted((a, b) => b.length - a.length);
}

function beginningsOf(run: string): string[] {
  const lengths = Array.from({ length: MAX_PARTICLE + 1 }, (_, less) => run.length - less);
  return lengths
    .filter((length) => length >= (length === run.length ? MIN_READING : SURE_READING))
    .map((length) => run.slice(0, length));
}
