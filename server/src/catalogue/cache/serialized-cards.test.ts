import { contract } from "@manabiya/contract";
import { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { expect, test } from "vitest";
import { cardListsWriter, moreWriter, WRITTEN, WRITTEN_MORE, writeShared } from "./serialized-cards.ts";

const card = (id: number, title: string): VideoCard => ({
  id,
  video_id: null,
  title,
  thumbnail: null,
  duration: 90,
  created_at: "2026-01-02T03:04:05.000Z",
  categories: [{ id: 1, name: "広告「運用」", parent: null }],
  tags: [{ id: 2, name: '"引用"\\' }],
  is_favorite: id % 2 === 0,
  watch_later: id % 3 === 0,
  view_count: 12,
  position: id % 2 === 0 ? 5 : null,
});
const written = (plain: VideoCard) => ({ ...plain, [WRITTEN]: writeShared(plain) });

const CARDS = [card(1, "一"), card(2, "二 👍 ガ"), card(6, "<三>\n")];
const PAGE = { count: 41, next: "/?page=3&q=漢字", previous: null };

const writer = (schema: Parameters<typeof cardListsWriter>[0]) => cardListsWriter(schema) ?? expect.fail();
const parsed = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

test.each([0, 1, 3])("a page of %i cards says what its cards say, written ahead or not", (length) => {
  const write = writer(contract.favorites.list.schema.response[200]);
  const results = CARDS.slice(0, length);
  expect(parsed(write({ ...PAGE, results }))).toEqual({ ...PAGE, results });
  expect(parsed(write({ ...PAGE, results: results.map(written) }))).toEqual({ ...PAGE, results });
});

test("what a list's cards have besides is written with them", () => {
  const write = writer(contract.search.videos.schema.response[200]);
  const hit = { id: 3, title: "章「導入」", time_seconds: 61, time_formatted: "01:01" };
  const results = CARDS.map((plain) => ({ ...plain, chapter_hits: plain.id === 2 ? [hit] : [] }));
  const answer = { ...PAGE, results: results.map(written).map((hits, at) => ({ ...results[at], ...hits })) };
  expect(parsed(write(answer))).toEqual({ ...PAGE, results });
});

test("what a list's cards have besides may be written ahead too", () => {
  const schema = contract.search.videos.schema.response[200];
  const more = { chapter_hits: [{ id: 3, title: "章「導入」", time_seconds: 61, time_formatted: "01:01" }] };
  const ahead = { [WRITTEN_MORE]: moreWriter(SearchHit)(more), chapter_hits: [] };
  const results = CARDS.map((plain) => ({ ...written(plain), ...ahead }));
  const expected = CARDS.map((plain) => ({ ...plain, ...more }));
  expect(parsed(writer(schema)({ ...PAGE, results }))).toEqual({ ...PAGE, results: expected });
});

test("an answer of lists alone", () => {
  const write = writer(contract.home.get.schema.response[200]);
  const answer = { newVideos: CARDS, historyVideos: [], recommendVideos: CARDS.slice(1) };
  const lists = { ...answer, newVideos: CARDS.map(written) };
  expect(parsed(write(lists))).toEqual(answer);
});

test("what the schema does not name does not leave", () => {
  const write = writer(contract.favorites.list.schema.response[200]);
  const answer = { ...PAGE, secret: 1, results: [{ ...CARDS[0], secret: 1 }] };
  expect(parsed(write(answer))).toEqual({ ...PAGE, results: CARDS.slice(0, 1) });
});

test("answers without lists of cards are not its concern", () => {
  expect(cardListsWriter(contract.notices.list.schema.response[200])).toBeNull();
  expect(cardListsWriter(contract.playlists.get.schema.response[200])).toBeNull();
});
