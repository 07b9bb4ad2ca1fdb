import type { Suggestions } from "@manabiya/contract/catalogue/suggestions.ts";
import { normalizeForSearch, searchWords } from "@manabiya/contract/rules/search-text.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { readPlaylists } from "../playlists/read-playlists.ts";
import type { Search } from "../search/conditions.ts";
import { totalOf } from "../search/hits.ts";
import { isKana } from "../search/readings/reading-keys.ts";
import { kanaOfRomaji, keysOf, type SearchedWord, spellingsOf } from "../search/words.ts";
import { chaptersNear, suggestVideos, tagsWithVideos } from "./queries.ts";

const CHAPTERS = 3;
const PLAYLISTS = 2;
const TAGS = 3;

const NONE: Suggestions = { videos: [], chapters: [], playlists: [], tags: [] };

type Caller = Pick<Search, "at"> & { mayWatch: boolean };

/** The words of a text that somebody is typing, each also by its reading and with Latin letters as rōmaji. */
function typedWords(query: string): SearchedWord[] {
  return searchWords(query).map((text) => {
    const kana = isKana(text) ? text : kanaOfRomaji(text);
    return { text, others: kana === null || kana === text ? [] : [kana], readings: keysOf(kana ?? "") };
  });
}

/** A beginning has no synonyms: they would suggest what nobody typed. */
export function suggest(cache: CatalogCache, q: string, { at, mayWatch }: Caller): Promise<Suggestions> {
  const words = typedWords(q);
  if (words.length === 0) return Promise.resolve(NONE);
  const base = { scope: "title", names: cache.searchedNames, categoryIds: null, hidden: cache.hidden } as const;
  return cache.memoize(`suggestions ${JSON.stringify([mayWatch, q])}`, async () =>
    suggestionsOf(cache, { ...base, at, words, total: await totalOf(cache, at) }, mayWatch),
  );
}

async function suggestionsOf(cache: CatalogCache, search: Search, mayWatch: boolean): Promise<Suggestions> {
  const [videos, chapters, playlists, tags] = await Promise.all([
    suggestVideos(cache.reads, search),
    mayWatch ? suggestChapters(cache, search) : [],
    suggestPlaylists(cache, search),
    suggestTags(cache, search),
  ]);
  return { videos, chapters, playlists, tags };
}

async function suggestChapters({ reads }: CatalogCache, search: Search): Promise<Suggestions["chapters"]> {
  const chapters = await chaptersNear(reads, search);
  return best(chapters, search.words, CHAPTERS).map(({ id, title, time_seconds, video_id, video_title }) => ({
    id,
    title,
    time_seconds,
    time_formatted: formatTimeCode(time_seconds),
    video: { id: video_id, title: video_title },
  }));
}

async function suggestPlaylists(cache: CatalogCache, { words, at }: Search): Promise<Suggestions["playlists"]> {
  const playlists = await readPlaylists(cache, Date.parse(at));
  const shown = playlists.filter(({ video_count }) => video_count > 0);
  return best(shown, words, PLAYLISTS).map(({ id, title }) => ({ id, title }));
}

/** Tags of drafts alone lead nowhere. */
async function suggestTags(cache: CatalogCache, { words, at }: Search): Promise<Suggestions["tags"]> {
  const tags = [...cache.tags.values()].map(({ id, name }) => ({ id, name, title: name }));
  const near = best(tags, words, 4 * TAGS);
  if (near.length === 0) return [];
  const used = new Set((await tagsWithVideos(cache.reads, [near.map(({ id }) => id), at])).map(({ id }) => id));
  return near
    .filter(({ id }) => used.has(id))
    .slice(0, TAGS)
    .map(({ id, name }) => ({ id, name }));
}

/** Those whose title holds all words; first those that begin with the first word. */
function best<T extends { title: string }>(all: readonly T[], words: SearchedWord[], max: number): T[] {
  const [first] = words;
  const found = all
    .map((item) => ({ item, text: normalizeForSearch(item.title) }))
    .filter(({ text }) => words.every((word) => spellingsOf(word).some((spelling) => text.includes(spelling))));
  const begins = (text: string) => first !== undefined && spellingsOf(first).some((word) => text.startsWith(word));
  return [...found.filter(({ text }) => begins(text)), ...found.filter(({ text }) => !begins(text))]
    .slice(0, max)
    .map(({ item }) => item);
}
