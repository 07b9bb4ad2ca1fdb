import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { SearchType } from "@manabiya/contract/catalogue/search.ts";
import type { AppContext } from "../../http/app-context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { Snapshot } from "../cache/catalog-cache.ts";
import { categoryVideos } from "../categories/queries.ts";
import { paginate } from "../../http/paging.ts";
import { allVideos } from "../videos/all-videos.ts";
import { presentVideos, readSharedPage, type SharedList } from "../cache/shared-list.ts";
import { type ChapterHits, NO_HITS } from "./chapter-hits.ts";
import type { Scope, Search } from "./hits.ts";
import { foundVideos, hitChapters } from "./queries.ts";

export function searchRoutes(parts: AppContext): void {
  const { app, catalogue, now } = parts;
  app.route({
    ...contract.search.videos,
    handler: async ({ url, query, currentUser }) => {
      const snapshot = await catalogue.current();
      const search = searchOf(query, snapshot, currentUser);
      const list =
        search.words.length > 0 ? foundVideos(snapshot, search) : listWithoutWords(snapshot, search);
      const { count, ids } = await readSharedPage(snapshot, list, query);
      const [cards, hits] = await Promise.all([
        presentVideos(parts, snapshot, { ids, currentUser }),
        search.words.length > 0 ? hitChapters(snapshot, search, ids) : NOTHING,
      ]);
      const results = cards.map((card) => Object.assign(card, hits.get(card.id) ?? NO_HITS));
      return paginate(url, { page: query.page, size: PAGE_SIZE, count, results });
    },
  });

  function searchOf(query: Query, snapshot: Snapshot, currentUser: CurrentUser): Search {
    return {
      scope: scopeOf(query.type, canWatch(currentUser, now())),
      words: searchWords(query.q),
      categoryIds: query.category === undefined ? null : snapshot.withChildren(query.category),
      hidden: snapshot.hidden,
      at: new Date(now()).toISOString(),
    };
  }

  function listWithoutWords({ reads }: Snapshot, { categoryIds, at }: Search): SharedList {
    return categoryIds === null ? allVideos(reads, at) : categoryVideos(reads, categoryIds, at);
  }
}

type Query = ReturnType<(typeof contract.search.videos.schema.querystring)["parse"]>;

const NOTHING = new Map<number, ChapterHits>();

/** A chapter's text must not be guessable by who may not watch: see `Scope`. */
function scopeOf(type: SearchType, mayWatch: boolean): Scope {
  return mayWatch || type === "title" ? type : "base";
}
