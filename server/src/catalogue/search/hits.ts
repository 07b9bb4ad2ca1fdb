import type { Reads } from "../cache/reads.ts";
import { statement } from "../../db/statement.ts";
import { CARD_COLUMNS, cardColumns, type CardRow, isPublished } from "../videos/rows.ts";
import type { ListRange } from "../cache/catalog-list.ts";
import { gramsOfWord, isExact } from "./grams.ts";

// Statements that look into grams or texts have no name, so that PostgreSQL plans them anew for the values at hand.

/**
 * Where is looked. `base` is everything but chapters: title, description, tags and categories. Who may not watch
 * gets no further, or else a chapter's text could be found out by asking for it word by word.
 */
export type Scope = "title" | "base" | "chapter" | "all";

export interface Search {
  scope: Scope;
  /** Normalised, at least one; all must be there. */
  words: string[];
  /** Only videos of these categories; null: all. */
  categoryIds: number[] | null;
  /** Ids of videos that members do not see. */
  hidden: readonly number[];
  /** ISO 8601. */
  at: string;
}

const TEXTS: Record<Scope, string[]> = {
  title: ["t.title_text"],
  base: ["t.base_text"],
  chapter: ["t.chapter_text"],
  all: ["t.chapter_text", "t.base_text"],
};

/** Collects values and gives each the name by which the statement knows it. */
class Values {
  readonly list: unknown[];
  constructor(...values: unknown[]) {
    this.list = values;
  }
  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/** The word is in the text, character by character: nothing in it has a meaning for SQL. */
function holds(scope: Scope, word: string, values: Values): string {
  const value = values.add(word);
  return `(${TEXTS[scope].map((text) => `strpos(${text}, ${value}) > 0`).join(" or ")})`;
}

/**
 * The ids of videos that have the grams of all words. The subquery keeps the planner from knowing the grams: it would
 * read the whole table for common ones, and all grams with it.
 */
function candidates({ scope, words, hidden }: Search, values: Values): string {
  const grams = values.add([...new Set(words.flatMap(gramsOfWord))]);
  return `
    select g.video_id from video_search_grams g
     where unpacked(g.${scope}_grams) @> (select ${grams}::bigint[]) and ${isShown("g.video_id", hidden, values)}`;
}

function isShown(id: string, hidden: Search["hidden"], values: Values): string {
  return hidden.length === 0 ? "true" : `${id} <> all (${values.add(hidden)}::int[])`;
}

/** The words that grams do not decide for sure are in the texts. */
function confirmed({ scope, words }: Search, values: Values): string {
  const unsure = words.filter((word) => !isExact(word));
  return unsure.map((word) => holds(scope, word, values)).join(" and ");
}

/** The ids of all hits. */
function hits(search: Search, values: Values): string {
  if (search.words.every(isExact)) return candidates(search, values);
  return `
    select t.video_id from (${candidates(search, values)}) as c join video_search_texts t using (video_id)
     where ${confirmed(search, values)}`;
}

function isInCategories({ categoryIds }: Search, values: Values): string {
  return categoryIds === null ? "true" : `v.category_ids && ${values.add(categoryIds)}::int[]`;
}

/** More are looked for again when a page of them is shown; these take 8 kB. */
const FEW = 1_000;

export interface Hits {
  /** Exactly how many videos hold all words. */
  count: number;
  /** Their ids, in no order, so that their texts are not read twice; null: too many to keep. */
  ids: number[] | null;
}

/**
 * @param total how many videos are published
 * @param few of how many the ids are kept
 */
export async function findHits(reads: Reads, search: Search, total: number, few = FEW): Promise<Hits> {
  const ask = (select: (values: Values) => string) => countOf(reads, search, { select, few });
  const possible = await ask((values) => candidates(search, values));
  if (possible.count === 0 || search.words.every(isExact)) return possible;
  return ask((values) => confirmedHits(search, possible, { total, values }));
}

/** To look a text up takes as long as to read three on the way through all of them. */
const LOOK_UP = 3;

/** The ids of all hits, by the way that takes least for so many candidates. */
function confirmedHits(
  search: Search,
  { count, ids }: Hits,
  { total, values }: { total: number; values: Values },
): string {
  if (ids === null && count * LOOK_UP < total) return hits(search, values);
  const ofThese =
    ids === null
      ? isShown("t.video_id", search.hidden, values)
      : `t.video_id = any (${values.add(ids)}::int[])`;
  return `select t.video_id from video_search_texts t where ${confirmed(search, values)} and ${ofThese}`;
}

/** Counts what `select` finds, as far as it is of the search's categories. */
async function countOf(
  reads: Reads,
  search: Search,
  { select, few }: { select: (values: Values) => string; few: number },
): Promise<Hits> {
  const values = new Values();
  const videos = search.categoryIds === null ? "" : "join videos v on v.id = hit.video_id";
  const text = `
    select count(*) as count, case when count(*) <= ${few} then array_agg(hit.video_id) end as ids
      from (${select(values)}) as hit ${videos}
     where ${isInCategories(search, values)}`;
  const { rows } = await reads.query<Hits>({ text, values: values.list });
  return rows[0] ?? { count: 0, ids: null };
}

/**
 * A part of the found videos in the order of their publication.
 * @param ids of all of them, when they are known
 * @param total how many videos are published
 */
export async function listHits(
  reads: Reads,
  search: Search,
  { range, ids, total }: { range: ListRange; ids: Hits["ids"]; total: number },
): Promise<CardRow[]> {
  const { order, limit, offset } = range;
  if (ids !== null) return readKnown[order](reads, [limit, offset, ids, search.at]);
  const values = new Values(limit, offset);
  const source = isFoundOnTheWay(range, total) ? amongVideos(search, values) : fromIndex(search, values);
  const { rows } = await reads.query<CardRow>({ text: rangeOf(source, order), values: values.list });
  return rows;
}

/** Values: how many, after how many. */
function rangeOf(source: string, order: ListRange["order"]): string {
  return `
    with range as (
      select v.id, v.published_at from ${source}
       order by v.published_at ${order}, v.id ${order} limit $1 offset $2)
    select ${CARD_COLUMNS} from range join videos v on v.id = range.id
     order by range.published_at ${order}, range.id ${order}`;
}

/** Values: how many, after how many, the ids of all, now. */
function knownStatement(order: ListRange["order"]) {
  const known = `videos v where v.id = any ($3::int[]) and ${isPublished("$4")}`;
  return statement(`search.known-${order}`, cardColumns, rangeOf(known, order));
}

const readKnown = { asc: knownStatement("asc"), desc: knownStatement("desc") };

/**
 * Whether fewer videos are looked at on a walk along all of them, in order, until the part is full, than there are
 * hits to be sorted.
 */
function isFoundOnTheWay({ limit, offset, count }: ListRange, total: number): boolean {
  return ((offset + limit) * total) / count < count;
}

/** Every video in order and, one by one, a look at its texts. */
function amongVideos(search: Search, values: Values): string {
  const { scope, words, at } = search;
  const hasWords = words.map((word) => holds(scope, word, values)).join(" and ");
  return `videos v, lateral (
      select from video_search_texts t where t.video_id = v.id and ${hasWords} offset 0) as hit
    where ${isPublished(values.add(at))} and ${isInCategories(search, values)}`;
}

/** All hits, then their videos. */
function fromIndex(search: Search, values: Values): string {
  return `(${hits(search, values)} offset 0) as hit
     join videos v on v.id = hit.video_id
    where ${isPublished(values.add(search.at))} and ${isInCategories(search, values)}`;
}
