import { nfkc } from "@manabiya/contract/nfkc.ts";
import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { CatalogCache } from "../../cache/catalog-cache.ts";
import type { Search } from "../conditions.ts";
import { type FoundWord, findWords, NOTHING, SUBJECT } from "./find-words.ts";
import { findHits, type Hits, MAX_IDS } from "../hits.ts";
import { weigh, worthOf } from "../relevance.ts";
import { plainWord } from "../words.ts";

/** The videos that a query finds, and how. */
export interface Found {
  /** Its words that find anything, or the typed ones. */
  search: Search;
  hits: Hits;
  /** Whether the ids of the hits begin with the best. */
  isRanked: boolean;
  /** The query with the words that replace misspelt ones. */
  corrected: string | null;
  /** Whether no video holds all its words, so that only relevance puts the best first. */
  isPartly: boolean;
}

// Measured with the judged lists of server/test/search-quality (decisions/088).
/** The first word of a query mostly names its subject. */
const LATER_WORD = 0.8;
/** Words that no text holds, beside the rarest that one does. An unknown subject outweighs what is said about it. */
const UNKNOWN = { subject: 1.3, other: 0.4, number: 0.4 };
/** The best video's share of a query's weight: its score, beside all that no text knows. */
const KNOWN_AT_LEAST = 0.34;
/** The share of the best video's score that a hit needs. */
const HIT_AT_LEAST = 0.45;

/** All words contribute to one score, so that a further word changes the order and does not empty the page. */
export function understand(cache: CatalogCache, base: Omit<Search, "words">, query: string): Promise<Found> {
  const key = `understood ${JSON.stringify([base.scope, base.categoryIds, query])}`;
  return cache.memoize(key, async () => {
    const found = await findWords(cache, base, query);
    const known = found.filter(({ hits }) => hits.count > 0);
    const words = (known.length > 0 ? known : found).map(({ word }) => word);
    const search: Search = { ...base, words: words.length > 0 ? words : [plainWord(query)] };
    const corrected = correctedOf(query, known);
    const [only] = known;
    if (only === undefined) return { search, corrected, hits: NOTHING, isPartly: false, isRanked: true };
    const isWhole = found.length === 1 && only.word.text === searchWords(query).join(" ");
    const areCommon = known.every(({ hits }) => hits.ids === null);
    if (!isWhole && !areCommon) return { search, corrected, ...(await rank(cache, search, { found, query })) };
    // One word, or common words of which all are needed.
    const isCounted = known.length === 1 && only.hits.count !== Infinity;
    const [all = NOTHING] = isCounted ? [only.hits] : await findHits(cache.reads, [search]);
    return { search, corrected, hits: all, isPartly: false, isRanked: false };
  });
}

function correctedOf(query: string, known: readonly FoundWord[]): string | null {
  const typed = nfkc(query);
  const corrected = known.reduce((text, { raw, corrected: right }) => (right ? text.replace(raw, right) : text), typed);
  return corrected === typed ? null : corrected;
}

async function rank(
  cache: CatalogCache,
  search: Search,
  { found: all, query }: { found: readonly FoundWord[]; query: string },
): Promise<Pick<Found, "hits" | "isPartly" | "isRanked">> {
  const found = await counted(cache, search, all);
  const { total } = search;
  const subject = Math.max(
    0,
    found.findIndex(({ weight, hits }) => weight >= SUBJECT || hits.count === 0),
  );
  const compound = found.filter(({ group }) => group === found[subject]?.group);
  const isNamed = compound.some(({ word }) => Object.values(search.names.find(word.text)).flat().length > 0);
  // The last part of a compound is what it is, unless it is said of a known name: 採用面接 is an interview, but SEO対策 is about SEO.
  // A word of the site's own vocabulary is no foreign subject: 割り勘のアプリ.
  const isHead = (each: FoundWord) =>
    !cache.vocabulary.has(each.word.text) &&
    ((each === compound.at(-1) && !isNamed) || query.endsWith(`の${each.raw}`));
  const weighted = found.map((each, index) => {
    const isSubject = index === subject || (each.hits.count === 0 && isHead(each));
    const weight = each.weight * rarityOf(each.hits.count, total) * (isSubject ? 1 : LATER_WORD);
    return { ...each, weight, doubt: doubtOf(each, isSubject, total) };
  });
  const known = weighted.filter(({ hits }) => hits.count > 0);
  const weighed = await weigh(cache.reads, search, candidatesOf(known));
  const scored = weighed.map(({ id, codes }) => ({
    id,
    isWhole: known.every(({ hits }, index) => (codes[index] ?? 0) > 0 || hits.ids?.includes(id)),
    score: known.reduce((score, { weight }, index) => score + weight * worthOf(search.scope, codes[index] ?? 0), 0),
  }));
  const ordered = scored.toSorted((a, b) => b.score - a.score);
  const best = ordered[0]?.score ?? 0;
  const doubt = weighted.reduce((sum, each) => sum + each.doubt, 0);
  if (best < KNOWN_AT_LEAST * (best + doubt)) return { hits: NOTHING, isPartly: false, isRanked: true };
  const ids = ordered.filter(({ score }) => score >= HIT_AT_LEAST * best).map(({ id }) => id);
  const isPartly = known.length < found.length || !ordered.some(({ isWhole }) => isWhole);
  return { hits: { count: ids.length, ids }, isPartly, isRanked: true };
}

/** Beside a rare word the counts of common ones decide how little those say. */
async function counted(cache: CatalogCache, search: Search, found: readonly FoundWord[]): Promise<FoundWord[]> {
  const common = found.filter(({ hits }) => hits.count === Infinity);
  const searches = common.map(({ word }) => ({ ...search, words: [word] }));
  const hits = await findHits(cache.reads, searches, Infinity);
  return found.map((each) => ({ ...each, hits: hits[common.indexOf(each)] ?? each.hits }));
}

/** The rarer a word is in this catalogue, the more it says. */
function rarityOf(count: number, total: number): number {
  return Math.max(0, Math.log(1 + (total - count + 0.5) / (count + 0.5)));
}

/** A word speaks against all videos if no text holds it, or if something else may be meant. */
function doubtOf({ weight, hits, word, sureness }: FoundWord, isSubject: boolean, total: number): number {
  const isNumber = /^\p{N}/u.test(word.text);
  const share = (isSubject ? UNKNOWN.subject : weight * UNKNOWN.other) * (isNumber ? UNKNOWN.number : 1);
  return (hits.count === 0 ? 1 : 1 - sureness) * share * rarityOf(0, total);
}

/** The videos with the rare words of most weight. */
function candidatesOf(known: readonly FoundWord[]): number[] {
  const weights = new Map<number, number>();
  for (const { hits, weight } of known)
    for (const id of hits.ids ?? []) weights.set(id, (weights.get(id) ?? 0) + weight);
  return [...weights]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_IDS)
    .map(([id]) => id);
}
