import { PAGE_SIZE, type Sort } from "@manabiya/contract/paging.ts";
import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import type { AppContext } from "../../http/app-context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { Snapshot } from "./catalog-cache.ts";
import { keepCards, loadCards } from "./cards.ts";
import { type CardRow, NO_FLAGS, presentCard } from "../videos/rows.ts";

/** A part of a list, asked for from the nearer end; `count` is the whole list's length. */
export interface Part {
  /** By publication. */
  order: "asc" | "desc";
  limit: number;
  offset: number;
  count: number;
}

/** A list that all members see the same. */
export interface SharedList {
  /** Names the list among all that a snapshot keeps. */
  key: string;
  count(): Promise<number>;
  rows(part: Part): Promise<CardRow[]>;
}

/** How long a list is, once per version of the catalogue. */
export async function countShared(snapshot: Snapshot, list: SharedList): Promise<number> {
  const read = async () => ({ count: await list.count() });
  return (await snapshot.share(`${list.key} count`, read)).count;
}

/**
 * Reads a page, and how long the list is, once per version of the catalogue. Only ids are kept for the list: a video
 * is in many of them, and its card is kept apart.
 */
export async function readSharedPage(
  snapshot: Snapshot,
  list: SharedList,
  { page, sort }: { page: number; sort: Sort },
): Promise<{ count: number; ids: number[] }> {
  const count = await countShared(snapshot, list);
  const offset = (page - 1) * PAGE_SIZE;
  const limit = Math.min(PAGE_SIZE, count - offset);
  if (limit <= 0) return { count, ids: [] };
  const ids = await snapshot.share(`${list.key} ${sort} ${page}`, async () => {
    const order = sort === "newest" ? "desc" : "asc";
    const rows = await readPart(list, { order, limit, offset, count });
    keepCards(snapshot, rows);
    return rows.map(({ id }) => id);
  });
  return { count, ids };
}

async function readPart(list: SharedList, part: Part): Promise<CardRow[]> {
  const { order, limit, offset, count } = part;
  if (offset <= count / 2) return list.rows(part);
  const fromEnd: Part = { ...part, order: order === "desc" ? "asc" : "desc", offset: count - offset - limit };
  return (await list.rows(fromEnd)).reverse();
}

/** The videos as cards with this member's flags, in order. */
export async function presentVideos(
  { readFlags, now }: Pick<AppContext, "readFlags" | "now">,
  snapshot: Snapshot,
  { ids, currentUser }: { ids: number[]; currentUser: CurrentUser },
): Promise<VideoCard[]> {
  if (ids.length === 0) return [];
  const [cards, flags] = await Promise.all([
    loadCards(snapshot, ids, now()),
    snapshot.shareOwn(currentUser, `flags ${ids.join()}`, () => readFlags({ userId: currentUser.id, ids })),
  ]);
  const mayWatch = canWatch(currentUser, now());
  return ids.flatMap((id) => {
    const card = cards.get(id);
    return card ? [presentCard(card, flags.get(id) ?? NO_FLAGS, mayWatch)] : [];
  });
}
