import { contract } from "@manabiya/contract";
import { PAGE_SIZE, type SearchSort } from "@manabiya/contract/paging.ts";
import { canWatch, isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { SearchType } from "@manabiya/contract/catalogue/search.ts";
import type { AppContext } from "../../http/app-context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { categoryVideos } from "../categories/queries.ts";
import { paginate } from "../../http/paging.ts";
import { allVideos } from "../videos/all-videos.ts";
import { type CatalogList, readMemberCards, readPage } from "../cache/catalog-list.ts";
import { countedTerm } from "../../figures/search-term.ts";
import { NO_HITS, type SerializedHits } from "./chapter-hits.ts";
import type { Scope, Search } from "./conditions.ts";
import { foundVideos, hitChapters, rankedVideos } from "./queries.ts";

export function searchRoutes(deps: AppContext): void {
  const { app, catalogue, activity, markOf, now } = deps;
  app.route({
    ...contract.search.videos,
    handler: async ({ url, query, currentUser }) => {
      const cache = await catalogue.current();
      const search = searchOf(query, cache, currentUser);
      const { count, ids } = await readPage(cache, listOf(cache, search, query.sort), {
        page: query.page,
        sort: query.sort === "oldest" ? "oldest" : "newest",
      });
      if (search.words.length > 0 && query.page === 1 && !isStaff(currentUser)) {
        const mark = markOf(currentUser.id);
        activity.search(now(), { term: countedTerm(search.words), mark, hasResult: count > 0 });
      }
      const [cards, hits] = await Promise.all([
        readMemberCards(deps, cache, { ids, currentUser }),
        search.words.length > 0 ? hitChapters(cache, search, ids) : NO_CHAPTERS,
      ]);
      const results = ids.flatMap((id) => cards.get(id)?.with(hits.get(id) ?? NO_HITS) ?? []);
      return paginate(url, { page: query.page, size: PAGE_SIZE, count, results });
    },
  });

  function searchOf(query: Query, cache: CatalogCache, currentUser: CurrentUser): Search {
    return {
      scope: scopeOf(query.type, canWatch(currentUser, now())),
      words: searchWords(query.q),
      names: cache.searchedNames,
      categoryIds: query.category === undefined ? null : cache.withChildren(query.category),
      hidden: cache.hidden,
      at: new Date(now()).toISOString(),
    };
  }

  function listOf(cache: CatalogCache, search: Search, sort: SearchSort): CatalogList {
    if (search.words.length === 0) return listWithoutWords(cache, search);
    return sort === "relevance" ? rankedVideos(cache, search) : foundVideos(cache, search);
  }

  function listWithoutWords({ reads }: CatalogCache, { categoryIds, at }: Search): CatalogList {
    return categoryIds === null ? allVideos(reads, at) : categoryVideos(reads, categoryIds, at);
  }
}

type Query = ReturnType<(typeof contract.search.videos.schema.querystring)["parse"]>;

const NO_CHAPTERS = new Map<number, SerializedHits>();

/** A user without access must not be able to guess a description or a chapter: see `Scope`. */
function scopeOf(type: SearchType, mayWatch: boolean): Scope {
  return mayWatch || type === "title" ? type : "shown";
}
