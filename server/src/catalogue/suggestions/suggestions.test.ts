import { contract } from "@manabiya/contract";
import type { Suggestions } from "@manabiya/contract/catalogue/suggestions.ts";
import { beforeAll, expect, test } from "vitest";
import { createChapter, createPlaylist, createTag, createUser, createVideo } from "../../../test/testing/factories.ts";
import { insertRow } from "../../db/insert-rows.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { keyOfReading } from "../search/readings/reading-keys.ts";

const t = useTestApp();
type Headers = { authorization: string };
let member: Headers;
let inactive: Headers;

beforeAll(async () => {
  member = await t.as((await createUser(t.db, t.clock)).id);
  inactive = await t.as((await createUser(t.db, t.clock, { subscription_status: "inactive" })).id);
});

async function ask<T>(url: string, q: string, headers = member): Promise<T> {
  const response = await t.app.inject({ url: `${url}?${new URLSearchParams({ q }).toString()}`, headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const suggest = (q: string, headers = member) => ask<Suggestions>(contract.suggestions.list.url, q, headers);
const titles = (all: { title: string }[]) => all.map(({ title }) => title);

/** As the job writes it. */
const read = (id: number, key: string) =>
  t.db.query({
    text: "update video_search_readings set texts_hash = '', title_readings = $2 where video_id = $1",
    values: [id, [keyOfReading(key)]],
  });

test("suggests titles that begin with the typed text, then titles that hold it, each by publication", async () => {
  const at = (days: number) => ({ published_at: t.clock.daysAgo(days) });
  await createVideo(t.db, t.clock, { title: "陶芸の土", ...at(3) });
  await createVideo(t.db, t.clock, { title: "はじめての陶芸", ...at(1) });
  await createVideo(t.db, t.clock, { title: "陶芸の窯", ...at(2) });
  await createVideo(t.db, t.clock, { title: "陶芸の下書き", published_at: null });
  expect(titles((await suggest("陶芸")).videos)).toEqual(["陶芸の窯", "陶芸の土", "はじめての陶芸"]);
  expect(titles((await suggest("とうげい　の")).videos)).toEqual([]);
  expect(titles((await suggest("陶芸 土")).videos)).toEqual(["陶芸の土"]);
});

test("suggests titles in kanji for kana and rōmaji", async () => {
  const { id } = await createVideo(t.db, t.clock, { title: "見積書の直し方" });
  await read(id, "みつもりしょ");
  for (const q of ["みつもりしょ", "ミツモリショ", "mitsumorisho", "みつもりしょ 直"]) {
    expect(titles((await suggest(q)).videos), q).toEqual(["見積書の直し方"]);
  }
  const { id: kana } = await createVideo(t.db, t.clock, { title: "ねぶくろの選び方" });
  expect((await suggest("nebukuro")).videos).toEqual([{ id: kana, title: "ねぶくろの選び方" }]);
});

test("suggests chapters with their second, to those who may watch alone", async () => {
  const { id } = await createVideo(t.db, t.clock, { title: "料理の動画" });
  const chapter = await createChapter(t.db, {
    video_id: id,
    title: "塩麹の作り方",
    description: "蜂蜜も少し",
    time_seconds: 754,
  });
  const draft = await createVideo(t.db, t.clock, { published_at: null });
  await createChapter(t.db, { video_id: draft.id, title: "塩麹の下書き" });
  expect(await suggest("塩麹")).toEqual({
    videos: [],
    chapters: [
      {
        id: chapter.id,
        title: "塩麹の作り方",
        time_seconds: 754,
        time_formatted: "12:34",
        video: { id, title: "料理の動画" },
      },
    ],
    playlists: [],
    tags: [],
  });
  const nothing = { videos: [], chapters: [], playlists: [], tags: [] };
  expect(await suggest("塩麹", inactive)).toEqual(nothing);
  // A chapter's description is not a suggestion.
  expect(await suggest("蜂蜜")).toEqual(nothing);
  expect(titles((await suggest("料理", inactive)).videos)).toEqual(["料理の動画"]);
});

test("suggests playlists with videos, and tags of published videos", async () => {
  const tag = await createTag(t.db, "木工");
  const unused = await createTag(t.db, "木工の下書き");
  const { id } = await createVideo(t.db, t.clock, { title: "かんなの刃", tag_ids: [tag.id] });
  await createVideo(t.db, t.clock, { tag_ids: [unused.id], published_at: null });
  const playlist = await createPlaylist(t.db, t.clock, "木工の一年", [id]);
  await createPlaylist(t.db, t.clock, "木工の準備中", []);
  for (const headers of [member, inactive]) {
    expect(await suggest("木工", headers)).toEqual({
      videos: [],
      chapters: [],
      playlists: [{ id: playlist.id, title: "木工の一年" }],
      tags: [{ id: tag.id, name: "木工" }],
    });
  }
});

test("answers a repeated beginning from memory, and nothing for a blank text", async () => {
  await suggest("陶");
  t.queries.count = 0;
  await suggest("");
  const signedIn = t.queries.count;
  t.queries.count = 0;
  await suggest("陶");
  expect(t.queries.count).toBe(signedIn);
  expect(await suggest(" 　")).toEqual({ videos: [], chapters: [], playlists: [], tags: [] });
});

interface Others {
  searches: { q: string; count: number }[];
  tags: { name: string }[];
}
const others = (q: string, headers = member) => ask<Others>(contract.suggestions.otherSearches.url, q, headers);

test("offers the words of a search without hits that find something, and corrected and like ones", async () => {
  const tag = await createTag(t.db, "スクリーンリーダー");
  const { id } = await createVideo(t.db, t.clock, { title: "養蜂の季節", tag_ids: [tag.id] });
  await createChapter(t.db, { video_id: id, title: "分蜂群の捕まえ方" });
  const once = (q: string) => [{ q, count: 1 }];
  expect((await others("養蜂 ぬぬぬ")).searches).toEqual(once("養蜂"));
  expect((await others("養蜂のぬぬぬ")).searches).toEqual(once("養蜂"));
  expect((await others("スクリンリダ ぬぬぬ")).searches).toEqual(once("スクリーンリーダー"));
  expect((await others("スクリーンショット")).searches).toEqual(once("スクリーン"));
  expect((await others("スクリブル")).searches).toEqual(once("スクリーンリーダー"));
  expect((await others("分蜂群 ぬぬぬ")).searches).toEqual(once("分蜂群"));
  expect((await others("分蜂群 ぬぬぬ", inactive)).searches).toEqual([]);
  expect((await others("ぬぬぬ")).tags.map(({ name }) => name)).toEqual(["木工", "スクリーンリーダー"]);
});

test.each([
  "メールのぬぬぬ",
  "プロフィールって何？",
  "ｾｰﾙｽﾚﾀｰ ぬぬぬ",
  "ランディングページについてのぬぬぬ",
  "つ ？ ぬぬぬ",
  "KYOTOのぬぬぬ",
])("for %s it offers only spellings that were typed, or that a name has", async (q) => {
  const titles = ["メールとプロフィール", "セールスレター", "ランディングページ、つくる？", "KYOTO"];
  for (const title of titles) await createVideo(t.db, t.clock, { title });
  const tags = ["レターセット", "スクリーンリーダー"];
  const { searches } = await others(q);
  const spellings = [q.normalize("NFKC"), ...titles, ...tags].join(" ");
  if (!q.startsWith("つ")) expect(searches).not.toEqual([]);
  for (const search of searches) {
    expect(spellings).toContain(search.q);
    expect(search.q).toMatch(/[\p{L}\p{N}]{2}/u);
  }
});

test("a correction leaves the other words as they were typed", async () => {
  const { id } = await createVideo(t.db, t.clock, { title: "メールのスクリーンリーダー" });
  const answer = await ask<{ results: { id: number }[]; corrected?: string }>(
    contract.search.videos.url,
    "スクリンリダー メール",
  );
  expect(answer.corrected).toBe("スクリーンリーダー メール");
  expect(answer.results.map((hit) => hit.id)).toContain(id);
});

test("figures count searches alone, as empty only if a correction finds nothing either", async () => {
  t.deps.activity.take();
  await suggest("数えない");
  await others("数えない");
  expect([...t.deps.activity.take()]).toEqual([]);
  const { id } = await createVideo(t.db, t.clock);
  await createPlaylist(t.db, t.clock, "染色の基礎", [id]);
  // A corrected search, one that finds a playlist alone, and an empty one.
  for (const q of ["スクリンリーダー", "染色", "ぬぬぬ"]) await ask(contract.search.videos.url, q);
  const [day] = t.deps.activity.take().values();
  expect(day?.searches).toEqual({ searches: 3, without_result: 1 });
});

test("a search names the spellings to mark, unless they are the typed words", async () => {
  await insertRow(t.db, "synonym_groups", { words: "草木染め、タデ" });
  const { id } = await createVideo(t.db, t.clock, { title: "藍とタデの歴史" });
  const search = (q: string) =>
    ask<{ results: { id: number }[]; marked_words?: string[] }>(contract.search.videos.url, q);
  const bySynonym = await search("草木染め");
  expect(bySynonym.results.map((hit) => hit.id)).toEqual([id]);
  expect(bySynonym.marked_words).toEqual(["草木染め", "たで", "草木染"]);
  expect((await search("藍の歴史")).marked_words).toEqual(["藍", "歴史"]);
  expect(await search("歴史")).not.toHaveProperty("marked_words");
});
