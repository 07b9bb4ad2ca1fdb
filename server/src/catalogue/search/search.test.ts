import { contract } from "@manabiya/contract";
import { SEARCH_MAX } from "@manabiya/contract/rules/search-text.ts";
import type { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { bumpCatalogue } from "../cache/version.ts";
import type { PagedResult } from "../../http/paging.ts";
import { createCategory, createChapter, createTag, createUser, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
let member: { authorization: string };
let nonSubscriber: { authorization: string };

beforeAll(async () => {
  member = await t.as((await createUser(t.db, t.clock)).id);
  nonSubscriber = await t.as((await createUser(t.db, t.clock, { subscription_status: "inactive" })).id);
});

interface Options {
  type?: string;
  category?: number;
  sort?: string;
  page?: number;
  headers?: { authorization: string };
}

async function search(q: string, { headers = member, ...options }: Options = {}): Promise<PagedResult<SearchHit>> {
  const query = new URLSearchParams({
    q,
    ...Object.fromEntries(Object.entries(options).map(([k, v]) => [k, String(v)])),
  });
  const response = await t.app.inject({ url: `${contract.search.videos.url}?${query.toString()}`, headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function found(q: string, options: Options = {}): Promise<number[]> {
  const { count, results } = await search(q, options);
  expect(count).toBe(results.length);
  return results.map(({ id }) => id);
}

const video = async (given: Parameters<typeof createVideo>[2]) => (await createVideo(t.db, t.clock, given)).id;

describe("spelling", () => {
  test.each([
    ["コピーライティングの基本", "こぴーらいてぃんぐ"],
    ["コピーライティングの型", "ｺﾋﾟｰﾗｲﾃｨﾝｸﾞ"],
    ["ＳＥＯ対策の初歩", "seo対策"],
    ["seoの深い話", "ＳＥＯの"],
    ["レンタルサーバーの借り方", "サーバ"],
    ["レンタルサーバの返し方", "サーバー"],
    ["ユーザ―テストの進め方", "ユーザーテスト"],
    ["ランディングページの余白", "ングペ"],
    ["値上げの断り方", "断"],
    ["𠮷野家に学ぶ回転率", "𠮷"],
    ["請求書を出す👍", "👍"],
    ["月額１，０００円の壁", "1,000円"],
    ["Instagramの額縁", "insuta"],
  ])("finds 「%s」 by 「%s」", async (title, q) => {
    const id = await video({ title });
    expect(await found(q, { type: "title" })).toContain(id);
  });

  test("takes the wildcards of SQL literally", async () => {
    const percent = await video({ title: "成約率100%の嘘" });
    const underscore = await video({ title: "snake_caseの是非" });
    const backslash = await video({ title: "円記号 \\n の謎" });
    expect(await found("100%の", { type: "title" })).toEqual([percent]);
    expect(await found("snake_c", { type: "title" })).toEqual([underscore]);
    expect(await found("%", { type: "title" })).toEqual([percent]);
    expect(await found("_", { type: "title" })).toEqual([underscore]);
    expect(await found("\\", { type: "title" })).toEqual([backslash]);
    expect(await found("'; drop table videos; --")).toEqual([]);
  });

  test("puts videos with all words first, in any order and with any separator, and a word of none leaves the others", async () => {
    const both = await video({ title: "屋台の帳簿と税金" });
    const one = await video({ title: "屋台の看板" });
    expect(await found("税金　 屋台", { type: "title" })).toEqual([both]);
    expect(await found(" 屋台\t", { type: "title" })).toEqual([one, both]);
    const best = (q: string) => found(q, { type: "title", sort: "relevance" });
    expect((await best("税金の屋台"))[0]).toBe(both);
    expect(await best("屋台 税金 看板")).toEqual([one, both]);
    expect(await best("屋台 ぬぬぬ")).toEqual([one, both]);
    const { is_partly } = (await search("屋台 税金 看板", { type: "title" })) as { is_partly?: true };
    expect(is_partly).toBe(true);
  });

  test("finds nothing for a subject that no text knows, and then what is said about it alone", async () => {
    const id = await video({ title: "蒔絵の修理" });
    expect(await found("三味線の修理")).toEqual([]);
    expect(await found("修理")).toEqual([id]);
  });

  test("does not take a word of the site's own vocabulary for such a subject", async () => {
    const id = await video({ title: "盆", description: "螺鈿" });
    await createTag(t.db, "写真集");
    expect(await found("螺鈿の写真集")).toEqual([id]);
    expect(await found("螺鈿の三味線")).toEqual([]);
  });

  test("lists all videos for a blank query", async () => {
    const { count } = await search("");
    expect((await search("　\u200B ")).count).toBe(count);
    expect(count).toBeGreaterThan(0);
  });

  test("returns 400 with a reason for a query that is too long", async () => {
    const url = `${contract.search.videos.url}?q=${"あ".repeat(101)}`;
    const response = await t.app.inject({ url, headers: member });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toBe("検索キーワードは100文字以内で入力してください。");
  });
});

describe("the searched texts", () => {
  test("are titles, chapters, or everything", async () => {
    const parent = await createCategory(t.db, "望遠鏡の部");
    const child = await createCategory(t.db, "顕微鏡の部", parent.id);
    const tag = await createTag(t.db, "双眼鏡");
    const id = await video({
      title: "虫眼鏡の話",
      description: "拡大鏡もある",
      category_ids: [child.id],
      tag_ids: [tag.id],
    });
    await createChapter(t.db, { video_id: id, title: "万華鏡", description: "三面鏡" });
    const by = async (q: string) =>
      Promise.all(["title", "chapter", "all"].map(async (type) => (await found(q, { type })).includes(id)));
    expect(await by("虫眼鏡")).toEqual([true, false, true]);
    expect(await by("拡大鏡")).toEqual([false, false, true]);
    expect(await by("双眼鏡")).toEqual([false, false, true]);
    expect(await by("顕微鏡")).toEqual([false, false, true]);
    expect(await by("望遠鏡")).toEqual([false, false, true]);
    expect(await by("万華鏡")).toEqual([false, true, true]);
    expect(await by("三面鏡")).toEqual([false, true, true]);
    expect(await by("拡大鏡 双眼鏡 顕微鏡")).toEqual([false, false, true]);
  });

  test("do not match a word across two of them", async () => {
    const id = await video({ title: "左半分", description: "右半分" });
    await createChapter(t.db, { video_id: id, title: "上半分", description: "下半分" });
    expect(await found("分右")).toEqual([]);
    expect(await found("分下", { type: "chapter" })).toEqual([]);
  });

  test("give a hit up to three chapters with most of the words, by time", async () => {
    const id = await video({ title: "林檎の木" });
    const chapter = (title: string, time_seconds: number, description = "") =>
      createChapter(t.db, { video_id: id, title, description, time_seconds });
    await chapter("種の蒔き方", 0);
    const one = await chapter("接ぎ木の時期", 70);
    const two = await chapter("接ぎ木の道具", 150);
    await chapter("接ぎ木の失敗", 300);
    const both = await chapter("剪定", 3725, "接ぎ木のあとで");
    const hits = async (q: string, type: string) => (await search(q, { type })).results[0]?.chapter_hits;
    const shown = ({ id, title, time_seconds }: typeof one, time_formatted: string) => ({
      id,
      title,
      time_seconds,
      time_formatted,
    });
    expect(await hits("剪定　接ぎ木", "chapter")).toEqual([
      shown(one, "01:10"),
      shown(two, "02:30"),
      shown(both, "62:05"),
    ]);
    expect(await hits("林檎 剪定", "all")).toEqual([shown(both, "62:05")]);
    expect(await hits("林檎", "all")).toEqual([]);
    expect(await hits("林檎", "title")).toEqual([]);
  });
});

describe("the results", () => {
  test("are sorted by publication and paged, with an exact count", async () => {
    const made: number[] = [];
    for (let day = 0; day < 45; day++) {
      made.push(await video({ title: `竹細工 第${day}回`, published_at: t.clock.daysAgo(200 - day) }));
    }
    const pages = async (sort: string) =>
      (await Promise.all([1, 2, 3, 4].map((page) => search("竹細工", { sort, page })))).map(({ count, results }) => [
        count,
        results.map(({ id }) => id),
      ]);
    const cut = (ids: number[]) => [0, 20, 40, 60].map((from) => [45, ids.slice(from, from + 20)]);
    expect(await pages("newest")).toEqual(cut(made.toReversed()));
    expect(await pages("oldest")).toEqual(cut(made));
    const { next, previous } = await search("竹細工", { page: 2 });
    const address = (page: number) =>
      `${contract.search.videos.url}?${new URLSearchParams({ q: "竹細工", page: String(page) }).toString()}`;
    expect([next, previous]).toEqual([address(3), address(1)]);
  });

  test("are published videos only, also after a change", async () => {
    const [draft, scheduled, deleted, seen] = [
      await video({ title: "蛍石", published_at: null }),
      await video({ title: "蛍石", published_at: t.clock.daysAgo(-1) }),
      await video({ title: "蛍石", deleted_at: t.clock.daysAgo(0) }),
      await video({ title: "蛍石" }),
    ];
    expect(await found("蛍石")).toEqual([seen]);
    await t.db.query({ text: "update videos set deleted_at = null where id = $1", values: [deleted] });
    const published = [t.clock.daysAgo(9), draft];
    await t.db.query({ text: "update videos set published_at = $1 where id = $2", values: published });
    await bumpCatalogue(t.db);
    expect(await found("蛍石")).toEqual([seen, deleted, draft]);
    t.clock.advance({ days: 1 });
    member = await t.as((await createUser(t.db, t.clock)).id);
    nonSubscriber = await t.as((await createUser(t.db, t.clock, { subscription_status: "inactive" })).id);
    expect((await found("蛍石"))[0]).toBe(scheduled);
  });

  test("can be limited to a category and its children", async () => {
    const parent = await createCategory(t.db, "陶芸");
    const child = await createCategory(t.db, "釉薬", parent.id);
    const inside = await video({ title: "轆轤", category_ids: [child.id] });
    await video({ title: "轆轤" });
    expect(await found("轆轤", { category: parent.id })).toEqual([inside]);
    expect(await found("轆轤", { category: child.id })).toEqual([inside]);
    expect(await found("轆轤", { category: 999_999 })).toEqual([]);
  });
});

describe("a user without access", () => {
  test("learns nothing about descriptions and chapters, also after the same search by a subscriber", async () => {
    const id = await video({ title: "硝子の扱い", description: "吹き硝子" });
    await createChapter(t.db, { video_id: id, title: "徐冷炉の温度", description: "摂氏五百度" });
    for (const q of ["徐冷炉", "摂氏五百度", "徐", "冷炉", "炉の温度", "吹き", "吹"]) {
      for (const type of ["chapter", "all"]) {
        expect(await found(q, { type }), `${type} ${q}`).toEqual(type === "chapter" && q.startsWith("吹") ? [] : [id]);
        expect(await found(q, { type, headers: nonSubscriber }), `${type} ${q}`).toEqual([]);
      }
    }
  });

  test("finds titles, tags and categories, without chapters and without the player's id", async () => {
    const parent = await createCategory(t.db, "螺鈿細工");
    const child = await createCategory(t.db, "夜光貝", parent.id);
    const tag = await createTag(t.db, "金継ぎ");
    const id = await video({ title: "漆塗り", category_ids: [child.id], tag_ids: [tag.id] });
    await createChapter(t.db, { video_id: id, title: "漆塗りの下地" });
    for (const [q, type] of [
      ["漆塗り", "title"],
      ["金継ぎ", "all"],
      ["漆", "chapter"],
      ["螺鈿細工", "all"],
      ["夜光 金継 漆塗り", "all"],
    ] as const) {
      const { results } = await search(q, { type, headers: nonSubscriber });
      expect(results).toMatchObject([{ id, video_id: null, chapter_hits: [] }]);
    }
    expect((await search("漆塗り")).results[0]?.chapter_hits).toHaveLength(1);
  });
});

/** Two of them know the member and the catalogue's version. */
const MAX_STATEMENTS = 14;

test("a query of a hundred characters takes no more statements than one of some words", async () => {
  await video({ title: "藍染めの浴衣", description: "紅花の帯" });
  await search("藍染め");
  const unknown = ["ユカタオビ", "koukoku", "見積師", "vector search", "ナナメドリ", "覚醒剤", "しちじゅうに"];
  for (const q of ["藍染め 紅花 ゆかたの帯", `藍染め 紅花 帯 ${unknown.join(" ").repeat(3)}`.slice(0, SEARCH_MAX)]) {
    t.queries.count = 0;
    await search(q);
    expect(t.queries.count, q).toBeLessThanOrEqual(MAX_STATEMENTS);
  }
});

describe("a misspelt query", () => {
  async function corrected(q: string, options: Options = {}) {
    const { results, corrected } = (await search(q, options)) as PagedResult<SearchHit> & { corrected?: string };
    return [corrected ?? null, results.map(({ id }) => id)];
  }

  test("that finds nothing gets the hits of the nearest name or synonym, and names it", async () => {
    const tag = await createTag(t.db, "フラワーアレンジ");
    const tagged = await video({ title: "花器の選び方", tag_ids: [tag.id] });
    const titled = await video({ title: "ポートフォリオの花" });
    expect(await corrected("フラワアレンジ")).toEqual(["フラワーアレンジ", [tagged]]);
    expect(await corrected("フラワーアレソジ 花器")).toEqual(["フラワーアレンジ 花器", [tagged]]);
    expect(await corrected("ポートフォーリオ", { headers: nonSubscriber })).toEqual(["ポートフォリオ", [titled]]);
    expect(await corrected("フラワーアレンジ")).toEqual([null, [tagged]]);
  });

  test("is not corrected if it has hits, if too many letters are wrong, or if the correction finds nothing", async () => {
    await createTag(t.db, "ガラス工芸");
    const id = await video({ title: "ガラス工芸品の歴史 ガラス工茎" });
    expect(await corrected("ガラス工茎")).toEqual([null, [id]]);
    expect(await corrected("グリス工場")).toEqual([null, []]);
    await createTag(t.db, "ステンドグラス");
    expect(await corrected("ステンドグラヌ")).toEqual([null, []]);
  });

  test("is corrected by names alone for a user without access", async () => {
    const tag = await createTag(t.db, "ドライフラワー");
    const id = await video({ title: "飾り方", description: "ドライブラワー", tag_ids: [tag.id] });
    expect(await corrected("ドライブラワー")).toEqual([null, [id]]);
    expect(await corrected("ドライブラワー", { headers: nonSubscriber })).toEqual(["ドライフラワー", [id]]);
  });
});
