import { normalizeForSearch, searchWords } from "@manabiya/contract/rules/search-text.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { createCaptions, createCategory, createTag } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import type { Scope, Search } from "./conditions.ts";
import { findHits, listHits } from "./hits.ts";
import { SearchedNames } from "./names.ts";
import { plainWord } from "./words.ts";
import { listRanked, weigh } from "./relevance.ts";
import { indexMissing } from "./index-videos.ts";

const t = useTestApp();

/** Few characters, so that random words occur in random texts; all of them are special cases. */
const CHARACTERS = [..."アあｱーｰ-〜aＡAñ1１%_\\'ガが漢字𠮷👍 　\n", "ｶﾞ", "か\u3099"];
const VIDEOS = 150;
const QUERIES = 120;
/** A page that titles alone may fill. */
const FIRST = 3;

let state = 42;
/** The same numbers in every run, from 0 to below `below`. */
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

const randomText = (maxLength: number) =>
  Array.from({ length: random(maxLength + 1) }, () => CHARACTERS[random(CHARACTERS.length)]).join("");

interface Texts {
  id: number;
  title: string[];
  /** The title and the names of tags and categories. */
  shown: string[];
  description: string[];
  chapter: string[];
  spoken: string[];
}

let library: Texts[];
let names: SearchedNames;

beforeAll(async () => {
  const parent = await createCategory(t.db, "親アガ");
  const child = await createCategory(t.db, "子漢a-", parent.id);
  const tag = await createTag(t.db, "札ー1");
  const byId = <T extends { id: number }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]));
  names = new SearchedNames({ tags: byId([tag]), categories: byId([parent, child]) });
  library = [];
  for (let made = 0; made < VIDEOS; made++) {
    const [title, description] = [randomText(12) || "題", randomText(16)];
    const isTagged = random(3) === 0;
    const isFiled = random(3) === 0;
    const id = await insertVideo({
      video_id: `v${made}`,
      title,
      description,
      tag_ids: isTagged ? [tag.id] : [],
      category_ids: isFiled ? [child.id] : [],
      at: t.clock.daysAgo(made + 1),
    });
    const sections = Array.from({ length: random(3) }, () => [randomText(8), randomText(8)] as const);
    for (const [index, [title, description]] of sections.entries()) {
      await t.db.query({
        text: "insert into chapters (video_id, title, description, time_seconds) values ($1, $2, $3, $4)",
        values: [id, title, description, index],
      });
    }
    const names = [...(isTagged ? [tag.name] : []), ...(isFiled ? [child.name, parent.name] : [])];
    library.push({
      id,
      title: [title],
      shown: [title, ...names],
      description: [description],
      chapter: sections.flat(),
      spoken: random(3) === 0 ? Array.from({ length: 1 + random(3) }, () => randomText(8)) : [],
    });
  }
  await indexMissing(t.db);
  for (const { id, spoken } of library) if (spoken.length > 0) await createCaptions(t.db, id, spoken);
});

async function insertVideo(video: {
  video_id: string;
  title: string;
  description: string;
  tag_ids: number[];
  category_ids: number[];
  at: string;
}): Promise<number> {
  const { rows } = await t.db.query<{ id: number }>({
    text: `insert into videos (video_id, title, description, tag_ids, category_ids, created_at, published_at)
           values ($1, $2, $3, $4, $5, $6, $6) returning id`,
    values: [video.video_id, video.title, video.description, video.tag_ids, video.category_ids, video.at],
  });
  return rows[0]?.id ?? expect.fail();
}

/** The expected hits by a scan of every text; newest first, like the library. */
function scan(words: string[], scope: Scope): number[] {
  return library
    .filter((video) => {
      const texts = [...video.shown, ...video.description, ...video.chapter];
      const searched = { ...video, texts, all: [...texts, ...video.spoken] }[scope];
      const normal = searched.map(normalizeForSearch);
      return words.every((word) => normal.some((text) => text.includes(word)));
    })
    .map(({ id }) => id);
}

/** Of random texts or of existing ones. */
function randomQuery(): string {
  const word = () => {
    if (random(2) === 0) return randomText(4);
    const { shown, description, chapter, spoken } = library[random(library.length)] ?? expect.fail();
    const text = [...shown, ...description, ...chapter, ...spoken].join("");
    const from = random(text.length);
    return text.slice(from, from + 1 + random(7)).toWellFormed();
  };
  return Array.from({ length: 1 + random(3) }, word).join(" ");
}

describe.each(["title", "shown", "chapter", "all"] as const)("scope %s", (scope) => {
  test(`${QUERIES} random searches find exactly the hits of a scan of every text`, async () => {
    const at = new Date(t.clock.now()).toISOString();
    let hits = 0;
    for (let made = 0; made < QUERIES; made++) {
      const query = randomQuery();
      const words = searchWords(query);
      if (words.length === 0) continue;
      const search: Search = { scope, words: words.map(plainWord), names, categoryIds: null, hidden: [], at, total: 0 };
      const expected = scan(words, scope);
      const found = async (countTo?: number) => {
        // A small catalogue, and one so large that sets are read in turn.
        const searches = [VIDEOS, Infinity].map((total) => findHits(t.db, [{ ...search, total }], countTo));
        const [hits, inTurn] = await Promise.all(searches);
        expect(inTurn, JSON.stringify(query)).toEqual(hits);
        return hits?.[0] ?? { count: 0, ids: [] };
      };
      const { count, ids: known } = await found();
      expect(count, `with ids: ${JSON.stringify(query)}`).toBe(expected.length);
      expect((await found(count)).count, `counted to the last: ${JSON.stringify(query)}`).toBe(count);
      if (count > 0) expect((await found(count - 1)).count, `not counted: ${JSON.stringify(query)}`).toBe(Infinity);
      hits += count;
      if (count === 0) continue;
      const range = { order: "desc", limit: VIDEOS, offset: 0, count } as const;
      const rows = async (total: number, ids: number[] | null) =>
        (await listHits(t.db, { ...search, total }, { range, ids })).map(({ id }) => id);
      expect(await rows(Infinity, null), `by the index: ${JSON.stringify(query)}`).toEqual(expected);
      expect(await rows(0, null), `along all videos: ${JSON.stringify(query)}`).toEqual(expected);
      expect(await rows(0, known), `by their ids: ${JSON.stringify(query)}`).toEqual(expected);
      const ranked = async (limit: number) =>
        (await listRanked(t.db, { ...search, total: Infinity }, { ...range, limit })).map(({ id }) => id);
      const inserted = (ids: number[]) => ids.toSorted((a, b) => b - a);
      const best = await ranked(VIDEOS);
      const weighed = (await weigh(t.db, search, known ?? [])).filter(({ codes }) => codes.every((code) => code > 0));
      expect(
        weighed.map(({ id }) => id),
        `each word in a field: ${JSON.stringify(query)}`,
      ).toEqual(expected);
      expect(inserted(best), `by relevance, without ids: ${JSON.stringify(query)}`).toEqual(inserted(expected));
      const first = await ranked(FIRST);
      expect(first, `a first page by relevance: ${JSON.stringify(query)}`).toEqual(best.slice(0, FIRST));
    }
    expect(hits).toBeGreaterThan(QUERIES);
  });
});
