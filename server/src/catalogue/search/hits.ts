import { HITS_MAX } from "@manabiya/contract/rules/search-text.ts";
import type { Reads } from "../cache/reads.ts";
import { allVideos } from "../videos/all-videos.ts";
import { CARD_COLUMNS, type CardRow, isPublished } from "../videos/rows.ts";
import { type CatalogCache, readCards } from "../cache/catalog-cache.ts";
import { countList, type ListRange } from "../cache/catalog-list.ts";
import { holds, isInCategories, isShown, type Search, textsOf, Values } from "./conditions.ts";
import { hits, hitSets } from "./hit-sets.ts";

// Statements on grams or texts have no name, so that PostgreSQL plans them for their values.

/** Takes 8 kB. Pages of a search with more hits search again. */
export const MAX_IDS = 1_000;

export interface Hits {
  /** Exact up to the length of a search's list; Infinity: more than a first look counts. */
  count: number;
  /** In no order; null: more than the maximum. With them a page does not search again. */
  ids: number[] | null;
}

/** The number of published videos. @param at ISO 8601 */
export const totalOf = (cache: CatalogCache, at: string) => countList(cache, allVideos(cache.reads, at));

/**
 * How many and which videos each of the searches finds, in one statement. The searches differ by their words. Sorting the ids of
 * common words is faster than hashing them.
 * @param countTo hits above so many are not counted
 */
export async function findHits(reads: Reads, searches: readonly Search[], countTo = HITS_MAX): Promise<Hits[]> {
  if (searches.length === 0) return [];
  const values = new Values();
  const counts = searches.map((search, word) => {
    const { sets, copies } = hitSets(search, values);
    const videos = search.categoryIds === null ? "" : "join videos v on v.id = hit.video_id";
    const isHit = `${isShown("hit.video_id", search.hidden, values)} and ${isInCategories(search, values)}`;
    const idsOf = (sql: string) => `select hit.video_id as id from (${sql}) as hit ${videos} where ${isHit}`;
    const limit = countTo < search.total ? `limit ${sets.length * copies * countTo + 1}` : "";
    const isLong = limit !== "" && search.total > HITS_MAX;
    const ids = isLong ? inTurn(sets.map(idsOf), copies * countTo) : `${idsOf(sets.join(" union all "))} ${limit}`;
    return `
      select ${word} as word, count(distinct id) as count,
             case when count(distinct id) <= ${MAX_IDS} then array_agg(distinct id) end as ids from (${ids}) as hit`;
  });
  const { rows } = await reads.query<Hits>({
    text: `${counts.join(" union all ")} order by word`,
    values: values.list,
  });
  const more = countTo === HITS_MAX ? HITS_MAX : Infinity;
  return rows.map(({ count, ids }) => ({ count: count > countTo ? more : count, ids }));
}

/** None of the sets is read after one with more rows, which alone holds more hits than are counted. */
function inTurn(sets: string[], rows: number): string {
  const queries = sets.map((sql, at) => {
    const isOpen = sets.slice(0, at).map((_, other) => `and not exists (select from set_${other} offset ${rows})`);
    return `set_${at} as materialized (${sql} ${isOpen.join(" ")} limit ${rows + 1})`;
  });
  return `with ${queries.join(", ")} ${sets.map((_, at) => `select id from set_${at}`).join(" union all ")}`;
}

/**
 * By publication.
 * @param scoreOf an expression of `videos v` that comes before the publication; all hits are then read from their index
 */
export async function listHits(
  reads: Reads,
  search: Search,
  { range, ids, scoreOf }: { range: ListRange; ids: number[] | null; scoreOf?: Score },
): Promise<CardRow[]> {
  const { order, limit, offset } = range;
  const values = new Values(limit, offset);
  const isScanned = scoreOf === undefined && isScanCheaper(range, search.total);
  const source = ids !== null ? fromIds(ids, search, values) : (isScanned ? scanVideos : fromIndex)(search, values);
  const { rows } = await reads.query<CardRow>({
    text: rangeOf(source, order, scoreOf?.(search, values)),
    values: values.list,
  });
  return rows;
}

type Score = (search: Search, values: Values) => string;

/** Values: limit, offset. */
function rangeOf(source: string, order: ListRange["order"], score = "0"): string {
  return `
    with range as (
      select v.id, v.published_at, ${score} as score from ${source}
       order by score ${order}, v.published_at ${order}, v.id ${order} limit $1 offset $2)
    select ${CARD_COLUMNS} from range join videos v on v.id = range.id
     order by range.score ${order}, range.published_at ${order}, range.id ${order}`;
}

/** A range of hits in the order of their ids, from either end. */
export async function listKnown(
  reads: Reads,
  { at }: Search,
  { order, limit, offset }: ListRange,
  ids: readonly number[],
): Promise<CardRow[]> {
  const page = (order === "desc" ? ids : ids.toReversed()).slice(offset, offset + limit);
  const rows = await readCards(reads, [page, at]);
  return rows.toSorted((a, b) => page.indexOf(a.id) - page.indexOf(b.id));
}

/**
 * Whether a scan in the order of publication reads fewer videos until the range is full than there are hits to sort, or so few that
 * finding several common words again takes longer.
 */
function isScanCheaper({ limit, offset, count }: ListRange, total: number): boolean {
  return ((offset + limit) * total) / count < Math.max(count, 2_000);
}

const fromIds = (ids: number[], { at }: Search, values: Values) =>
  `videos v where v.id = any (${values.add(ids)}::int[]) and ${isPublished(values.add(at))}`;

/** Every video in order; each one's texts are checked one by one. */
function scanVideos(search: Search, values: Values): string {
  const { words, at } = search;
  const hasWords = words.map((word) => holds(search, word, values)).join(" and ");
  return `videos v, lateral (
      select from ${textsOf(search)} where t.video_id = v.id and ${hasWords} offset 0) as hit
    where ${isPublished(values.add(at))} and ${isInCategories(search, values)}`;
}

function fromIndex(search: Search, values: Values): string {
  return `(select distinct hit.video_id from (${hits(search, values)}) as hit offset 0) as hit
     join videos v on v.id = hit.video_id
    where ${isPublished(values.add(search.at))} and ${isInCategories(search, values)}`;
}
