import type { Reads } from "../cache/reads.ts";
import { statement } from "../../db/statement.ts";
import { CARD_COLUMNS, cardColumns, type CardRow, isPublished } from "../videos/rows.ts";
import type { ListRange } from "../cache/catalog-list.ts";
import { gramsOfWord, isExact } from "./grams.ts";
import type { NamedBy, SearchedNames } from "./names.ts";

// Statements on grams or texts have no name, so that PostgreSQL plans them for their values.

/**
 * The searched texts. `shown` is what a card shows: the title and the names of tags and categories. It is the limit for users
 * without access, who could otherwise guess a description or a chapter word by word.
 */
export type Scope = IndexedScope | "shown";
type IndexedScope = "title" | "chapter" | "all";

export interface Search {
  scope: Scope;
  /** Normalised, at least one. A hit holds all of them. */
  words: string[];
  /** The tags and categories of a word; for the scope `shown`. */
  names: Pick<SearchedNames, "find">;
  /** Only videos of these categories; null: all. */
  categoryIds: number[] | null;
  /** Ids of videos that members cannot see. */
  hidden: readonly number[];
  /** ISO 8601. */
  at: string;
}

/** A search of one scope's grams and texts. */
type IndexedSearch = Search & { scope: IndexedScope };

const isIndexed = (search: Search): search is IndexedSearch => search.scope !== "shown";

/** `base` texts are title, description, tags and categories. */
const TEXTS: Record<IndexedScope, string[]> = {
  title: ["t.title_text"],
  chapter: ["t.chapter_text"],
  all: ["t.chapter_text", "t.base_text"],
};

/** Collects values and returns the parameter of each. */
class Values {
  readonly list: unknown[];
  constructor(...values: unknown[]) {
    this.list = values;
  }
  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/** `strpos` has no wildcards, unlike `like`. */
function textHolds(scope: IndexedScope, word: string, values: Values): string {
  const value = values.add(word);
  return `(${TEXTS[scope].map((text) => `strpos(${text}, ${value}) > 0`).join(" or ")})`;
}

/** Whether `videos v` with its texts `t` holds the word. */
function holds({ scope, names }: Search, word: string, values: Values): string {
  if (scope !== "shown") return textHolds(scope, word, values);
  return `(${[textHolds("title", word, values), ...isNamed(names.find(word), values)].join(" or ")})`;
}

/** Conditions on `videos v`. */
function isNamed({ tags, categories }: NamedBy, values: Values): string[] {
  const condition = (column: string, ids: number[]) =>
    ids.length === 0 ? [] : [`v.${column} && ${values.add(ids)}::int[]`];
  return [...condition("tag_ids", tags), ...condition("category_ids", categories)];
}

/**
 * The ids of videos with the grams of all words. The subquery hides the grams from the planner, which would scan the whole
 * table with all its arrays for common ones.
 */
function candidates({ scope, words, hidden }: IndexedSearch, values: Values): string {
  const grams = values.add([...new Set(words.flatMap(gramsOfWord))]);
  return `
    select g.video_id from video_search_grams g
     where unpacked(g.${scope}_grams) @> (select ${grams}::bigint[]) and ${isShown("g.video_id", hidden, values)}`;
}

function isShown(id: string, hidden: Search["hidden"], values: Values): string {
  return hidden.length === 0 ? "true" : `${id} <> all (${values.add(hidden)}::int[])`;
}

/** The texts hold the words for which grams are not enough. */
function confirmed({ scope, words }: IndexedSearch, values: Values): string {
  const unsure = words.filter((word) => !isExact(word));
  return unsure.map((word) => textHolds(scope, word, values)).join(" and ");
}

/** Reads nothing but titles, tags and categories, so that not even the time depends on other texts. */
function shownHits(search: Search, values: Values): string {
  const { words, names, hidden } = search;
  const hitsOf = (word: string) => [
    indexedHits({ ...search, scope: "title", words: [word], hidden: [] }, values),
    ...isNamed(names.find(word), values).map((condition) => `select v.id from videos v where ${condition}`),
  ];
  const all = words.map((word) => `(${hitsOf(word).join(" union ")})`).join(" intersect ");
  return `select word.video_id from (${all}) as word where ${isShown("word.video_id", hidden, values)}`;
}

function hits(search: Search, values: Values): string {
  return isIndexed(search) ? indexedHits(search, values) : shownHits(search, values);
}

function indexedHits(search: IndexedSearch, values: Values): string {
  if (search.words.every(isExact)) return candidates(search, values);
  return `
    select t.video_id from (${candidates(search, values)}) as c join video_search_texts t using (video_id)
     where ${confirmed(search, values)}`;
}

function isInCategories({ categoryIds }: Search, values: Values): string {
  return categoryIds === null ? "true" : `v.category_ids && ${values.add(categoryIds)}::int[]`;
}

/** Takes 8 kB. Pages of a search with more hits search again. */
const MAX_IDS = 1_000;

export interface Hits {
  /** Exact. */
  count: number;
  /** In no order; null: more than the maximum. With them a page does not search again. */
  ids: number[] | null;
}

/**
 * @param total the number of published videos
 * @param maxIds the number of hits up to which their ids are returned
 */
export async function findHits(reads: Reads, search: Search, total: number, maxIds = MAX_IDS): Promise<Hits> {
  const count = (select: (values: Values) => string) => countHits(reads, search, { select, maxIds });
  if (!isIndexed(search)) return count((values) => shownHits(search, values));
  const possible = await count((values) => candidates(search, values));
  if (possible.count === 0 || search.words.every(isExact)) return possible;
  return count((values) => confirmedHits(search, possible, { total, values }));
}

/** One look-up of a text costs as much as three texts of a sequential scan. */
const LOOK_UP_COST = 3;

/** Chooses the cheaper of look-ups and a scan for this number of candidates. */
function confirmedHits(
  search: IndexedSearch,
  { count, ids }: Hits,
  { total, values }: { total: number; values: Values },
): string {
  if (ids === null && count * LOOK_UP_COST < total) return indexedHits(search, values);
  const isCandidate =
    ids === null ? isShown("t.video_id", search.hidden, values) : `t.video_id = any (${values.add(ids)}::int[])`;
  return `select t.video_id from video_search_texts t where ${confirmed(search, values)} and ${isCandidate}`;
}

/** Counts the selected videos of the search's categories. */
async function countHits(
  reads: Reads,
  search: Search,
  { select, maxIds }: { select: (values: Values) => string; maxIds: number },
): Promise<Hits> {
  const values = new Values();
  const videos = search.categoryIds === null ? "" : "join videos v on v.id = hit.video_id";
  const text = `
    select count(*) as count, case when count(*) <= ${maxIds} then array_agg(hit.video_id) end as ids
      from (${select(values)}) as hit ${videos}
     where ${isInCategories(search, values)}`;
  const { rows } = await reads.query<Hits>({ text, values: values.list });
  return rows[0] ?? { count: 0, ids: null };
}

/**
 * By publication.
 * @param ids of all hits; null: unknown
 * @param total the number of published videos
 */
export async function listHits(
  reads: Reads,
  search: Search,
  { range, ids, total }: { range: ListRange; ids: Hits["ids"]; total: number },
): Promise<CardRow[]> {
  const { order, limit, offset } = range;
  if (ids !== null) return readKnown[order](reads, [limit, offset, ids, search.at]);
  const values = new Values(limit, offset);
  const source = isScanCheaper(range, total) ? scanVideos(search, values) : fromIndex(search, values);
  const { rows } = await reads.query<CardRow>({ text: rangeOf(source, order), values: values.list });
  return rows;
}

/** Values: limit, offset. */
function rangeOf(source: string, order: ListRange["order"]): string {
  return `
    with range as (
      select v.id, v.published_at from ${source}
       order by v.published_at ${order}, v.id ${order} limit $1 offset $2)
    select ${CARD_COLUMNS} from range join videos v on v.id = range.id
     order by range.published_at ${order}, range.id ${order}`;
}

/** Values: limit, offset, the ids of all hits, now. */
function knownStatement(order: ListRange["order"]) {
  const known = `videos v where v.id = any ($3::int[]) and ${isPublished("$4")}`;
  return statement(`search.known-${order}`, cardColumns, rangeOf(known, order));
}

const readKnown = { asc: knownStatement("asc"), desc: knownStatement("desc") };

/** Whether a scan in the order of publication reads fewer videos until the range is full than there are hits to sort. */
function isScanCheaper({ limit, offset, count }: ListRange, total: number): boolean {
  return ((offset + limit) * total) / count < count;
}

/** Every video in order; each one's texts are checked one by one. */
function scanVideos(search: Search, values: Values): string {
  const { words, at } = search;
  const hasWords = words.map((word) => holds(search, word, values)).join(" and ");
  return `videos v, lateral (
      select from video_search_texts t where t.video_id = v.id and ${hasWords} offset 0) as hit
    where ${isPublished(values.add(at))} and ${isInCategories(search, values)}`;
}

function fromIndex(search: Search, values: Values): string {
  return `(${hits(search, values)} offset 0) as hit
     join videos v on v.id = hit.video_id
    where ${isPublished(values.add(search.at))} and ${isInCategories(search, values)}`;
}
