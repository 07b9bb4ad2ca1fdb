import { contract } from "@manabiya/contract";
import { query } from "../../api/calls.ts";
import { pageOf, searchSortOf, sortOf, wordsOf } from "../../paging/list-address.ts";

/** The routes start these queries while the page's script is still loading. */

export function newVideosQuery(search: URLSearchParams) {
  return query(contract.search.videos, { querystring: catalogueQuery(search) });
}

export function favoritesQuery(search: URLSearchParams) {
  return query(contract.favorites.list, { querystring: savedQuery(search) });
}

export function watchLaterQuery(search: URLSearchParams) {
  return query(contract.watchLater.list, { querystring: savedQuery(search) });
}

export function historyQuery(search: URLSearchParams) {
  return query(contract.history.list, { querystring: savedQuery(search) });
}

export function categoryQuery(id: string, search: URLSearchParams) {
  return query(contract.categories.videos, { params: { id }, querystring: catalogueQuery(search) });
}

export function searchQuery(search: URLSearchParams) {
  return query(contract.search.videos, {
    querystring: { ...wordsOf(search), page: pageOf(search), sort: searchSortOf(search) },
  });
}

function catalogueQuery(search: URLSearchParams) {
  return { page: pageOf(search), sort: sortOf(search) };
}

function savedQuery(search: URLSearchParams) {
  return { page: pageOf(search), ordering: sortOf(search) === "oldest" ? "created_at" : "-created_at" } as const;
}
