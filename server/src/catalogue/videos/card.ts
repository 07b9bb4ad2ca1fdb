import type { Category } from "@manabiya/contract/catalogue/category.ts";
import type { Tag } from "@manabiya/contract/catalogue/tags.ts";
import { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import * as z from "zod/mini";
import { titleBreaks } from "../phrase-breaks.ts";
import { type CardRow, thumbnailAddress } from "./rows.ts";

const ofMember = { is_favorite: true, watch_later: true, position: true } as const;

/** A card without the fields that differ between members. */
export const SharedCard = z.omit(VideoCard, ofMember);
export type SharedCard = z.output<typeof SharedCard>;

/** The fields of a card that depend on the member's lists. */
export const MemberFlags = z.pick(VideoCard, ofMember);
export type MemberFlags = z.output<typeof MemberFlags>;

/** `views`: the count of a video that the member has just watched; a cached card may be older. */
export type MemberEntry = MemberFlags & { views?: number };

export const NO_FLAGS: MemberFlags = { is_favorite: false, watch_later: false, position: null };

/** Categories and tags by their id. */
export interface CatalogNames {
  readonly categories: ReadonlyMap<number, Category>;
  readonly tags: ReadonlyMap<number, Tag>;
}

/** Arrays are copied to their exact length, because an array that grew reserves room for sixteen more items. */
export function sharedCard(row: CardRow, names: CatalogNames): SharedCard {
  return {
    id: row.id,
    video_id: row.video_id,
    title: row.title,
    title_breaks: titleBreaks(row.title),
    thumbnail: thumbnailAddress(row.thumbnail),
    duration: row.duration,
    created_at: row.created_at,
    categories: categoriesOf(row, names).slice(),
    tags: row.tag_ids.flatMap((id) => names.tags.get(id) ?? []).slice(),
    view_count: row.view_count,
  };
}

/**
 * Every video passes through this function on its way out. A user without access does not get the host's id; thumbnails
 * have random names, so their addresses do not reveal it.
 */
export function restrictCard(card: SharedCard, mayWatch: boolean): SharedCard {
  return mayWatch ? card : { ...card, video_id: null };
}

/** @returns a new object, which may be edited and goes through the route's schema */
export function presentCard(card: SharedCard, flags: MemberFlags, mayWatch: boolean): VideoCard {
  return {
    ...restrictCard(card, mayWatch),
    title_breaks: [...card.title_breaks],
    categories: card.categories.map((category) => ({ ...category })),
    tags: card.tags.map((tag) => ({ ...tag })),
    is_favorite: flags.is_favorite,
    watch_later: flags.watch_later,
    position: flags.position,
  };
}

export function categoriesOf(row: Pick<CardRow, "category_ids">, { categories }: CatalogNames): Category[] {
  return row.category_ids.flatMap((id) => categories.get(id) ?? []);
}
