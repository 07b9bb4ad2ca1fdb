import { contract } from "@manabiya/contract";
import type { Playlist } from "@manabiya/contract/catalogue/playlists.ts";
import { beforeAll, expect, test } from "vitest";
import { createPlaylist, createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { insertRow } from "../../db/insert-rows.ts";

const t = useTestApp();
let member: { authorization: string };
let nonSubscriber: { authorization: string };

beforeAll(async () => {
  member = await t.as((await createUser(t.db, t.clock)).id);
  nonSubscriber = await t.as((await createUser(t.db, t.clock, { subscription_status: "inactive" })).id);
  const { id } = await createVideo(t.db, t.clock, { title: "陶芸の道具" });
  await createPlaylist(t.db, t.clock, "陶芸をはじめる７日間", [id]);
  await createPlaylist(t.db, t.clock, "陶芸の予告", []);
  await createPlaylist(t.db, t.clock, "ヤキモノの歴史", [id]);
  await insertRow(t.db, "synonym_groups", { words: "陶器、やきもの" });
});

async function search(given: Record<string, string>, headers = member) {
  const url = `${contract.search.videos.url}?${new URLSearchParams(given).toString()}`;
  return (await t.app.inject({ url, headers })).json<{ playlists?: Playlist[] }>();
}

const titles = async (given: Record<string, string>, headers = member) =>
  (await search(given, headers)).playlists?.map(({ title }) => title);

test("a search names the playlists whose titles hold all its words, and no empty ones", async () => {
  expect(await titles({ q: "陶芸" })).toEqual(["陶芸をはじめる７日間"]);
  expect(await titles({ q: "7日 陶芸", sort: "oldest" })).toEqual(["陶芸をはじめる７日間"]);
  expect(await titles({ q: "陶芸", sort: "relevance" }, nonSubscriber)).toEqual(["陶芸をはじめる７日間"]);
  const { playlists: [hit] = [] } = await search({ q: "陶芸" });
  const lists = (await t.app.inject({ url: contract.playlists.list.url, headers: member })).json<Playlist[]>();
  expect(hit).toEqual(lists.find(({ id }) => id === hit?.id));
});

test("synonyms find playlists, also without any video", async () => {
  expect(await titles({ q: "陶器" })).toEqual(["ヤキモノの歴史"]);
});

test("an answer without playlists has no field for them, nor have later pages, other scopes and categories", async () => {
  for (const given of [{ q: "盆栽" }, { q: "" }, { q: "陶芸", page: "2" }, { q: "陶芸", type: "title" }])
    expect(await search(given)).not.toHaveProperty("playlists");
  expect(await search({ q: "陶芸", category: "1" })).not.toHaveProperty("playlists");
});

test("at most four playlists are named", async () => {
  const { id } = await createVideo(t.db, t.clock);
  for (let made = 0; made < 6; made++) await createPlaylist(t.db, t.clock, `茶碗 その${made}`, [id]);
  expect(await titles({ q: "茶碗" })).toHaveLength(4);
});
