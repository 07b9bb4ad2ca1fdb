import type { Reads } from "../cache/reads.ts";
import { statement } from "../../db/statement.ts";
import { CARD_COLUMNS, cardColumns, type CardRow, isPublished } from "../videos/rows.ts";
import type { ListRange } from "../cache/catalog-list.ts";
import { holds, isInCategories, isShown, type Search, textsOf, Values } from "./conditions.ts";
import { isExact } from "./grams.ts";
import { candidates, confirmed, hits, indexedHits, type IndexedSearch, isIndexed, unitedHits } from "./hit-sets.ts";
import { isPlain } from "./words.ts";

// Statements on grams or texts have no name, so that PostgreSQL plans them for their values.

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
  if (!isIndexed(search)) return count((values) => unitedHits(search, values));
  const possible = await count((values) => candidates(search, values));
  if (possible.count === 0 || search.words.every(({ text }) => isExact(text))) return possible;
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
  return `select t.video_id from ${textsOf(search.scope)} where ${confirmed(search, values)} and ${isCandidate}`;
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
  const isPlainSearch = search.words.every(isPlain);
  const source = isPlainSearch && isScanCheaper(range, total) ? scanVideos(search, values) : fromIndex(search, values);
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
      select from ${textsOf(search.scope)} where t.video_id = v.id and ${hasWords} offset 0) as hit
    where ${isPublished(values.add(at))} and ${isInCategories(search, values)}`;
}

function fromIndex(search: Search, values: Values): string {
  return `(${hits(search, values)} offset 0) as hit
     join videos v on v.id = hit.video_id
    where ${isPublished(values.add(search.at))} and ${isInCategories(search, values)}`;
}
