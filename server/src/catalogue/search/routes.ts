import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { canWatch, isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { SearchType } from "@manabiya/contract/catalogue/search.ts";
import type { CatalogueContext } from "../context.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { categoryVideos } from "../categories/queries.ts";
import { paginate } from "../../http/paging.ts";
import { allVideos } from "../videos/all-videos.ts";
import { type CatalogList, readMemberCards, readPage } from "../cache/catalog-list.ts";
import { countedTerm, spellingOf } from "../../events/search-term.ts";
import type { Scope, Search } from "./conditions.ts";
import { findPlaylistHits } from "./playlist-hits.ts";
import { foundVideos, NO_HIT_FIELDS, readHitFields, type SerializedHitFields } from "./queries.ts";
import { totalOf } from "./hits.ts";
import { understand } from "./query/ranking.ts";

export function searchRoutes(deps: CatalogueContext): void {
  const { app, catalogue, activity, markOf, now } = deps;
  app.answer(contract.search.videos, async ({ url, query, currentUser }) => {
    const cache = await catalogue.current();
    const words = searchWords(query.q);
    const at = new Date(now()).toISOString();
    const base = {
      scope: scopeOf(query.type, canWatch(currentUser, now())),
      names: cache.searchedNames,
      categoryIds: query.category === undefined ? null : cache.withChildren(query.category),
      hidden: cache.hidden,
      at,
      total: await totalOf(cache, at),
    };
    const found = words.length === 0 ? null : await understand(cache, base, query.q);
    const search = found?.search ?? null;
    const list = found === null ? listWithoutWords(cache, base) : foundVideos(cache, found, query.sort);
    const { count, ids } = await readPage(cache, list, {
      page: query.page,
      sort: query.sort === "oldest" ? "oldest" : "newest",
    });
    const [cards, fields, playlists] = await Promise.all([
      readMemberCards(deps, cache, { ids, currentUser }),
      search === null ? NO_FIELDS : readHitFields(cache, search, { ids, sort: query.sort }),
      search !== null && isStartOfAll(query) ? findPlaylistHits(cache, search) : [],
    ]);
    if (words.length > 0 && query.page === 1 && !isStaff(currentUser)) {
      const mark = markOf(currentUser.id);
      const counted = { mark, hasResult: count + playlists.length > 0 };
      activity.search(now(), { term: countedTerm(words), spelling: spellingOf(query.q), ...counted });
    }
    const results = ids.flatMap((id) => cards.get(id)?.with(fields.get(id) ?? NO_HIT_FIELDS) ?? []);
    return {
      ...paginate(url, { page: query.page, size: PAGE_SIZE, count, results }),
      ...(count > 0 && found !== null && found.corrected !== null && { corrected: found.corrected }),
      ...(count > 0 && found?.isPartly === true && { is_partly: true as const }),
      ...markedWords(words, search),
      ...(playlists.length > 0 && { playlists }),
    };
  });
}

type Query = ReturnType<(typeof contract.search.videos.schema.querystring)["parse"]>;

const listWithoutWords = (
  { reads }: CatalogCache,
  { categoryIds, at }: Pick<Search, "categoryIds" | "at">,
): CatalogList => (categoryIds === null ? allVideos(reads, at) : categoryVideos(reads, categoryIds, at));

/** The words to mark, if the typed ones are not enough. */
function markedWords(typed: string[], search: Search | null) {
  // The kanji of a verb stands in many other words.
  const spellings = (search?.words ?? []).flatMap(({ text, others }) => [
    text,
    ...others.filter(({ length }) => length > 1),
  ]);
  const marked = [...new Set(spellings)];
  return marked.every((word) => typed.includes(word)) ? {} : { marked_words: marked };
}

const NO_FIELDS = new Map<number, SerializedHitFields>();

const isStartOfAll = ({ type, page, category }: Query) => type === "all" && page === 1 && category === undefined;

/** A user without access must not be able to guess a description or a chapter: see `Scope`. */
function scopeOf(type: SearchType, mayWatch: boolean): Scope {
  return mayWatch || type === "title" ? type : "shown";
}
