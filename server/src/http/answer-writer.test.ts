import { contract } from "@manabiya/contract";
import { HistoryCard } from "@manabiya/contract/lists/history.ts";
import { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { answerWriter, type Sendable } from "./answer-writer.ts";
import { SerializedObject } from "./json-writer.ts";

const card = (id: number, title: string): VideoCard => ({
  id,
  video_id: null,
  title,
  title_breaks: [],
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

const flags = { is_favorite: true, watch_later: true, position: true } as const;
const serializeShared = SerializedObject.serializer(z.omit(VideoCard, flags));
const serializeFlags = SerializedObject.serializer(z.pick(VideoCard, flags));
const serializeHits = SerializedObject.serializer(z.pick(SearchHit, { chapter_hits: true }));
const serialized = (plain: VideoCard) => serializeShared(plain).with(serializeFlags(plain));

const CARDS = [card(1, "一"), card(2, "二 👍 ガ"), card(6, "<三>\n")];
const PAGE = { count: 41, next: "/?page=3&q=漢字", previous: null };
const HITS = [{ id: 3, title: "章「導入」", time_seconds: 61, time_formatted: "01:01" }];

/** The answer as a client parses it. */
function sent<S extends z.ZodMiniType>(schema: S, answer: Sendable<z.output<S>>): unknown {
  return JSON.parse(answerWriter(schema)(answer as Record<string, unknown>).toString());
}

test.each([0, 1, 3])("a page of %i cards has the same fields, serialized ahead or not", (length) => {
  const schema = contract.favorites.list.schema.response[200];
  const results = CARDS.slice(0, length);
  expect(sent(schema, { ...PAGE, results })).toEqual({ ...PAGE, results });
  expect(sent(schema, { ...PAGE, results: results.map(serialized) })).toEqual({ ...PAGE, results });
});

test("a list may hold serialized and plain cards", () => {
  const [first, ...others] = CARDS.map((plain) => ({ plain, ready: serialized(plain) }));
  const results = [first?.plain ?? expect.fail(), ...others.map(({ ready }) => ready)];
  const schema = contract.favorites.list.schema.response[200];
  expect(sent(schema, { ...PAGE, results })).toEqual({ ...PAGE, results: CARDS });
});

test("cards with more fields are sent with them", () => {
  const schema = contract.search.videos.schema.response[200];
  const results = CARDS.map((plain) => ({ ...plain, chapter_hits: plain.id === 2 ? HITS : [] }));
  const ready = results.map((hit) => serialized(hit).with(serializeHits(hit)));
  expect(sent(schema, { ...PAGE, results: ready })).toEqual({ ...PAGE, results });
  const nested = results.map((hit) => serializeShared(hit).with(serializeFlags(hit).with(serializeHits(hit))));
  expect(sent(schema, { ...PAGE, results: nested })).toEqual({ ...PAGE, results });
});

test("an answer of lists alone is complete", () => {
  const answer = { newVideos: CARDS, historyVideos: [], recommendVideos: CARDS.slice(1) };
  const lists = { ...answer, newVideos: CARDS.map(serialized) };
  expect(sent(contract.home.get.schema.response[200], lists)).toEqual(answer);
});

test("fields that the schema does not name do not leave the server", () => {
  const schema = contract.favorites.list.schema.response[200];
  const secret = { ...CARDS[0], ...card(1, "一"), secret: 1 };
  const answer = { ...PAGE, secret: 1, results: [secret] };
  expect(sent(schema, answer)).toEqual({ ...PAGE, results: CARDS.slice(0, 1) });
  const ready = { ...PAGE, secret: 1, results: [serialized(secret)] };
  expect(sent(schema, ready)).toEqual({ ...PAGE, results: CARDS.slice(0, 1) });
});

test("answers without serialized objects are written by the schema alone", () => {
  const { schema } = contract.playlists.get;
  const playlist = { id: 1, title: "一覧", title_breaks: [], description: "", thumbnail: null, video_count: 1 };
  const answer = {
    ...playlist,
    has_certificate: true,
    videos: [{ id: 9, video: card(1, "一"), is_finished: true, watched_at: null }],
  };
  expect(sent(schema.response[200], answer)).toEqual(answer);
  expect(answerWriter(schema.response[200])(answer)).toBeTypeOf("string");
  const notices = { ...PAGE, results: [] };
  expect(answerWriter(contract.notices.list.schema.response[200])(notices)).toBeTypeOf("string");
});

test("an edited copy of a serialized card does not compile, and its schema refuses it", () => {
  const schema = contract.favorites.list.schema.response[200];
  const ready = serialized(card(1, "古い題名"));
  // @ts-expect-error The copy lacks the private fields.
  const edited: Sendable<z.output<typeof schema>> = { ...PAGE, results: [{ ...ready, title: "新しい題名" }] };
  expect(() => sent(schema, edited)).toThrow("required");
  // @ts-expect-error A serialized card has no readable fields.
  expect(ready.title).toBeUndefined();
  // @ts-expect-error A serialized card has no fields to blank.
  ready.video_id = null;
});

test("objects of another schema, and fields twice, do not compile", () => {
  const hit = serialized(card(1, "一")).with(serializeHits({ chapter_hits: [] }));
  const watched = SerializedObject.serializer(z.pick(HistoryCard, { watched_at: true }));
  // @ts-expect-error A card with chapter hits is not a card: the hits are not in the list's schema.
  const answer: Sendable<z.output<typeof schema>> = { ...PAGE, results: [hit] };
  const schema = contract.favorites.list.schema.response[200];
  // @ts-expect-error The flags are in the card already.
  const twice = serialized(card(1, "一")).with(serializeFlags(card(1, "一")));
  expect([answer.results, twice, watched]).toHaveLength(3);
});
