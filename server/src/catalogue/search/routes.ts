import { contract } from "@manabiya/contract";
import { PAGE_SIZE, type SearchSort } from "@manabiya/contract/paging.ts";
import { canWatch, isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { SearchType } from "@manabiya/contract/catalogue/search.ts";
import type { CatalogueContext } from "../context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { categoryVideos } from "../categories/queries.ts";
import { paginate } from "../../http/paging.ts";
import { allVideos } from "../videos/all-videos.ts";
import { type CatalogList, readMemberCards, readPage } from "../cache/catalog-list.ts";
import { countedTerm, spellingOf } from "../../events/search-term.ts";
import type { Scope, Search } from "./conditions.ts";
import { NO_HIT_FIELDS, type SerializedHitFields } from "./hit-fields.ts";
import { findPlaylistHits } from "./playlist-hits.ts";
import { firstWithHits, foundVideos, rankedVideos, readHitFields } from "./queries.ts";
import { readQuery, spellingsOf } from "./words.ts";

export function searchRoutes(deps: CatalogueContext): void {
  const { app, catalogue, activity, markOf, now } = deps;
  app.route({
    ...contract.search.videos,
    handler: async ({ url, query, currentUser }) => {
      const cache = await catalogue.current();
      const words = searchWords(query.q);
      const { search, corrected } = await searchOf(query, cache, currentUser);
      const list = search === null ? listWithoutWords(cache, query) : listOf(cache, search, query.sort);
      const { count, ids } = await readPage(cache, list, {
        page: query.page,
        sort: query.sort === "oldest" ? "oldest" : "newest",
      });
      const [cards, fields, playlists] = await Promise.all([
        readMemberCards(deps, cache, { ids, currentUser }),
        search === null ? NO_FIELDS : readHitFields(cache, search, { ids, sort: query.sort }),
        search === null ? [] : playlistsOf(cache, query, search),
      ]);
      if (words.length > 0 && query.page === 1 && !isStaff(currentUser)) {
        const mark = markOf(currentUser.id);
        const found = { mark, hasResult: count + playlists.length > 0 };
        activity.search(now(), { term: countedTerm(words), spelling: spellingOf(query.q), ...found });
      }
      const results = ids.flatMap((id) => cards.get(id)?.with(fields.get(id) ?? NO_HIT_FIELDS) ?? []);
      return {
        ...paginate(url, { page: query.page, size: PAGE_SIZE, count, results }),
        ...corrected,
        ...markedWords(words, search),
        ...(playlists.length > 0 && { playlists }),
      };
    },
  });

  /** `search` null: the query has no words. `corrected` goes into the answer. */
  async function searchOf(query: Query, cache: CatalogCache, currentUser: CurrentUser) {
    const common = {
      scope: scopeOf(query.type, canWatch(currentUser, now())),
      names: cache.searchedNames,
      categoryIds: categoryIdsOf(cache, query),
      hidden: cache.hidden,
      at: new Date(now()).toISOString(),
    };
    const searchesFor = (text: string) =>
      readQuery(text, cache.searchedSynonyms).map((words): Search => ({ ...common, words }));
    const typed = searchesFor(query.q);
    const search = await firstWithHits(cache, typed);
    if (search === null && typed.length > 0) {
      const corrected = cache.vocabulary.correct(query.q);
      const found = corrected === null ? null : await firstWithHits(cache, searchesFor(corrected));
      if (corrected !== null && found !== null) return { search: found, corrected: { corrected } };
    }
    return { search: search ?? typed[0] ?? null, corrected: {} };
  }

  function listOf(cache: CatalogCache, search: Search, sort: SearchSort): CatalogList {
    return sort === "relevance" ? rankedVideos(cache, search) : foundVideos(cache, search);
  }

  function listWithoutWords(cache: CatalogCache, query: Query): CatalogList {
    const at = new Date(now()).toISOString();
    const categoryIds = categoryIdsOf(cache, query);
    return categoryIds === null ? allVideos(cache.reads, at) : categoryVideos(cache.reads, categoryIds, at);
  }
}

function categoryIdsOf(cache: CatalogCache, { category }: Query): number[] | null {
  return category === undefined ? null : cache.withChildren(category);
}

type Query = ReturnType<(typeof contract.search.videos.schema.querystring)["parse"]>;

/** The words to mark, if the typed ones are not enough. */
function markedWords(typed: string[], search: Search | null) {
  const marked = [...new Set((search?.words ?? []).flatMap(spellingsOf))];
  return marked.every((word) => typed.includes(word)) ? {} : { marked_words: marked };
}

const NO_FIELDS = new Map<number, SerializedHitFields>();

async function playlistsOf(cache: CatalogCache, { type, page, category }: Query, search: Search) {
  return type === "all" && page === 1 && category === undefined ? findPlaylistHits(cache, search) : [];
}

/** A user without access must not be able to guess a description or a chapter: see `Scope`. */
function scopeOf(type: SearchType, mayWatch: boolean): Scope {
  return mayWatch || type === "title" ? type : "shown";
}
