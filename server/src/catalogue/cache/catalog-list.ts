import { PAGE_SIZE, type Sort } from "@manabiya/contract/paging.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { CardRow } from "../videos/rows.ts";
import type { MemberCards } from "./cards.ts";
import type { MemberEntry } from "../videos/card.ts";
import type { CatalogCache } from "./catalog-cache.ts";

/** By video; videos without any flag are missing. */
export type ReadFlags = (call: { userId: number; ids: number[] }) => Promise<Map<number, MemberEntry>>;

/** A range of a list, counted from its nearer end; `count` is the whole list's length. */
export interface ListRange {
  /** By publication. */
  order: "asc" | "desc";
  limit: number;
  offset: number;
  count: number;
}

/** A list that is the same for all members. */
export interface CatalogList {
  /** Unique among all memoized answers. */
  key: string;
  /** More entries follow those of the count, so that its end is nowhere near. */
  isCut?: boolean;
  count(): Promise<number>;
  rows(range: ListRange): Promise<CardRow[]>;
}

export async function countList(cache: CatalogCache, list: CatalogList): Promise<number> {
  const read = async () => ({ count: await list.count() });
  return (await cache.memoize(`${list.key} count`, read)).count;
}

/** The ids of a page and the list's length. A video is in many lists, so cards are cached apart from them. */
export async function readPage(
  cache: CatalogCache,
  list: CatalogList,
  { page, sort }: { page: number; sort: Sort },
): Promise<{ count: number; ids: number[] }> {
  const count = await countList(cache, list);
  const offset = (page - 1) * PAGE_SIZE;
  const limit = Math.min(PAGE_SIZE, count - offset);
  if (limit <= 0) return { count, ids: [] };
  const order = sort === "newest" ? "desc" : "asc";
  const ids = await cache.memoize(`${list.key} ${sort} ${page}`, async () =>
    cache.primeCards(await readRange(list, { order, limit, offset, count })),
  );
  return { count, ids };
}

async function readRange(list: CatalogList, range: ListRange): Promise<CardRow[]> {
  const { order, limit, offset, count } = range;
  if (list.isCut || offset <= count / 2) return list.rows(range);
  const reverse = order === "desc" ? "asc" : "desc";
  return (await list.rows({ ...range, order: reverse, offset: count - offset - limit })).reverse();
}

/** The videos with this member's flags. */
export function readMemberCards(
  { readFlags }: { readFlags: ReadFlags },
  cache: CatalogCache,
  { ids, currentUser }: { ids: number[]; currentUser: CurrentUser },
): Promise<MemberCards> {
  const flags =
    ids.length === 0
      ? Promise.resolve(new Map())
      : cache.memoizeForUser(currentUser, `flags ${ids.join()}`, () => readFlags({ userId: currentUser.id, ids }));
  return cache.getCards(ids, currentUser, flags);
}
