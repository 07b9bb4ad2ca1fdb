import { contract } from "@manabiya/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { createChapter, createTag, createUser, createVideo } from "../../../../test/testing/factories.ts";
import { useTestApp } from "../../../../test/testing/test-app.ts";
import { readVersion } from "../../cache/version.ts";
import { indexVideos } from "../index-videos.ts";
import { createReadingsIndexer } from "./index-readings.ts";

const t = useTestApp();
let member: { authorization: string };
let nonSubscriber: { authorization: string };

beforeAll(async () => {
  member = await t.as((await createUser(t.db, t.clock)).id);
  nonSubscriber = await t.as((await createUser(t.db, t.clock, { subscription_status: "inactive" })).id);
});

async function found(q: string, options: { type?: string; sort?: string; headers?: typeof member } = {}) {
  const { headers = member, ...given } = options;
  const query = new URLSearchParams({ q, ...given }).toString();
  const response = await t.app.inject({ url: `${contract.search.videos.url}?${query}`, headers });
  expect(response.statusCode).toBe(200);
  return response.json<{ results: { id: number }[] }>().results.map(({ id }) => id);
}

const indexReadings = () => createReadingsIndexer(t.db)();

async function outdated(): Promise<number> {
  const { rows } = await t.db.query({ text: "select from video_search_readings where texts_hash is null" });
  return rows.length;
}

async function rename(id: number, title: string): Promise<void> {
  await t.db.transaction(async (tx) => {
    await tx.query({ text: "update videos set title = $2 where id = $1", values: [id, title] });
    await indexVideos(tx, [id]);
  });
}

describe("a search", () => {
  const ids: Record<string, number> = {};

  // One run for all tests, because each starts the analyser.
  beforeAll(async () => {
    const add = async (name: string, given: Parameters<typeof createVideo>[2]) =>
      (ids[name] = (await createVideo(t.db, t.clock, given)).id);
    const tag = await createTag(t.db, "彫刻");
    const print = await add("print", { title: "木版画", description: "和紙", tag_ids: [tag.id] });
    await createChapter(t.db, { video_id: print, title: "顔料", description: "筆洗い" });
    await add("kanji", { title: "雫の形", published_at: t.clock.daysAgo(1) });
    await add("kana", { title: "しずくの音", published_at: t.clock.daysAgo(2) });
    const paid = await add("paid", { title: "箔押し", description: "漆器の歴史" });
    await createChapter(t.db, { video_id: paid, title: "沈金の技法" });
    await add("suzuri", { title: "硯の選び方" });
    await add("stamp", { title: "スタンプ台" });
    await add("scroll", { title: "掛け軸を飾る高さ", description: "床の間" });
    await indexReadings();
  });

  test("for kana finds kanji in titles, chapters, names and descriptions, within the scope", async () => {
    const by = async (q: string) =>
      Promise.all(
        ["title", "chapter", "all"].map(async (type) => (await found(q, { type })).includes(ids["print"] ?? 0)),
      );
    expect(await by("もくはんが")).toEqual([true, false, true]);
    expect(await by("がんりょう")).toEqual([false, true, true]);
    expect(await by("ちょうこく")).toEqual([false, false, true]);
    expect(await by("わし")).toEqual([false, false, true]);
    expect(await by("ちょうこく わし")).toEqual([false, false, true]);
    expect(await by("ぼくはんが")).toEqual([false, false, false]);
  });

  test("for kana finds kana in texts as well, and the typed spelling comes first by relevance", async () => {
    expect(await found("しずく")).toEqual([ids["kanji"], ids["kana"]]);
    expect(await found("しずく", { sort: "relevance" })).toEqual([ids["kana"], ids["kanji"]]);
  });

  test("for kana tells a user without access nothing about descriptions and chapters", async () => {
    for (const q of ["れきし", "ちんきん", "しっき れきし"]) {
      expect(await found(q), q).toEqual([ids["paid"]]);
      for (const sort of ["newest", "relevance"]) {
        expect(await found(q, { headers: nonSubscriber, sort }), q).toEqual([]);
      }
    }
    expect(await found("はくおし", { headers: nonSubscriber })).toEqual([ids["paid"]]);
  });

  test("for rōmaji finds kana and kanji if no text holds its letters", async () => {
    expect(await found("suzuri")).toEqual([ids["suzuri"]]);
    expect(await found("ｓｕｔａｎｐｕ")).toEqual([ids["stamp"]]);
    const { id } = await createVideo(t.db, t.clock, { title: "Suzuriで売る" });
    expect(await found("suzuri")).toEqual([id]);
  });

  test("for a phrase uses its words", async () => {
    expect(await found("床の間に掛け軸")).toEqual([ids["scroll"]]);
    expect((await found("掛け軸の選び方", { sort: "relevance" }))[0]).toBe(ids["scroll"]);
    expect(await found("床の間に屏風")).toEqual([ids["scroll"]]);
    expect(await found("屏風の選び方")).toEqual([]);
  });
});

describe("the job", () => {
  test("keeps the earlier readings of a changed text until it has read the new one", async () => {
    const { id } = await createVideo(t.db, t.clock, { title: "提灯" });
    await indexReadings();
    await rename(id, "行灯");
    expect(await found("ちょうちん")).toEqual([id]);
    expect(await outdated()).toBe(1);
    await indexReadings();
    expect(await found("あんどん")).toEqual([id]);
    expect(await found("ちょうちん")).toEqual([]);
  });

  test("starts no process and runs one statement when nothing changed", async () => {
    const run = createReadingsIndexer(t.db);
    await run();
    t.queries.count = 0;
    const startedAt = performance.now();
    await run();
    expect(t.queries.count).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(300);
  });

  test("continues after a run that was cut off", async () => {
    for (let made = 0; made < 3; made++) await createVideo(t.db, t.clock, { title: `風鈴 その${made}` });
    await expect(createReadingsIndexer(t.db)(AbortSignal.abort())).rejects.toThrow("aborted");
    expect(await outdated()).toBe(3);
    await indexReadings();
    expect(await outdated()).toBe(0);
    expect(await found("ふうりん")).toHaveLength(3);
  });

  test("leaves the catalogue's caches alone if it wrote nothing", async () => {
    await createVideo(t.db, t.clock, { title: "金魚鉢" });
    const before = await readVersion(t.db, []);
    await expect(createReadingsIndexer(t.db)(AbortSignal.abort())).rejects.toThrow("aborted");
    expect(await readVersion(t.db, [])).toEqual(before);
    await indexReadings();
    expect(await readVersion(t.db, [])).not.toEqual(before);
  });

  test("finds at its first run what a release without readings wrote", async () => {
    const changed = (await createVideo(t.db, t.clock, { title: "団扇" })).id;
    const added = (await createVideo(t.db, t.clock, { title: "扇子" })).id;
    await indexReadings();
    await t.db.query({ text: "update videos set title = '簾' where id = $1", values: [changed] });
    await t.db.query({
      text: "update video_search_texts set title_text = '簾', base_text = '簾' where video_id = $1",
      values: [changed],
    });
    await t.db.query({ text: "delete from video_search_readings where video_id = $1", values: [added] });
    await indexReadings();
    expect(await found("すだれ")).toEqual([changed]);
    expect(await found("せんす")).toEqual([added]);
  });

  test("does not take readings of a text for those of a text that was written meanwhile", async () => {
    const { id } = await createVideo(t.db, t.clock, { title: "障子" });
    const db: typeof t.db = {
      ...t.db,
      transaction: async (work) => {
        // The texts were read, and the analyser has answered.
        if ((await outdated()) === 1) await rename(id, "襖");
        return t.db.transaction(work);
      },
    };
    await createReadingsIndexer(db)();
    expect(await found("ふすま")).toEqual([id]);
    expect(await found("しょうじ")).toEqual([]);
  });

  // A statement for all of them would be cancelled, and begun again each second.
  test("compares a large catalogue in parts", async () => {
    await t.db.query({
      text: `insert into videos (video_id, title, duration, created_at, published_at)
             select 'large-' || n, '目次' || n, 600, now(), now() from generate_series(1, 4500) as n`,
    });
    await t.db.query({
      text: `insert into video_search_texts (video_id, title_text, base_text, chapter_text)
             select id, title, title, '' from videos where video_id like 'large-%'`,
    });
    const compared: number[] = [];
    const db = {
      ...t.db,
      query: async (query: Parameters<typeof t.db.query>[0]) => {
        const before = await outdated();
        const answer = await t.db.query(query);
        if (query.name === "search.mark-outdated-readings") compared.push((await outdated()) - before);
        return answer;
      },
    } as typeof t.db;
    await createReadingsIndexer(db, async (texts) => texts.map(() => []))();
    expect(compared.reduce((sum, videos) => sum + videos)).toBe(4_500);
    expect(Math.max(...compared)).toBeLessThanOrEqual(2_000);
  });
});
