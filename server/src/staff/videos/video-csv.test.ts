import type { VideoCsvAnswer } from "@manabiya/contract/staff/video-csv.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { contract } from "@manabiya/contract";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bumpCatalogue } from "../../catalogue/cache/version.ts";
import { createCategory, createVideo } from "../../../test/testing/factories.ts";
import { fileOf, formPayload } from "../../../test/testing/form.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const calls = contract.adminVideoCsv;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;

beforeAll(async () => {
  me = await staffCalls(t).staff();
});

beforeEach(async () => {
  await t.db.query({ text: "delete from videos" });
  await t.db.query({ text: "delete from categories" });
  await t.db.query({ text: "delete from tags" });
  await bumpCatalogue(t.db);
});

async function send(content: string, { query = "", name = "videos.csv" } = {}) {
  const form = await formPayload({ csv_file: fileOf(content, name) });
  return t.app.inject({
    method: "POST",
    url: calls.upload.url + query,
    payload: form.payload,
    headers: { ...form.headers, ...me.headers },
  });
}

const answer = async (content: string, options = {}) => (await send(content, options)).json<VideoCsvAnswer>();
const listed = async () => (await me.get(contract.adminVideos.list.url)).json<AdminVideo[]>();

const VALID = [
  "title,video_id,description,categories,tags,published_at",
  "一本目,https://youtu.be/abcDEF12345,説明,集客|広告,見出し|ＡＩ,2026-12-01 18:00",
  "二本目,second-id,,集客,,",
  '三本目,https://vimeo.com/76979871,"二行の\n説明",,AI,下書き',
].join("\n");

describe("a valid file", () => {
  test("creates all videos and the missing categories and tags", async () => {
    const known = await createCategory(t.db, "集客");
    const result = await answer(VALID);
    expect(result).toMatchObject({
      message: "3件の動画を登録しました。",
      error: null,
      errors: [],
      success_count: 3,
      error_count: 0,
      new_categories: ["広告"],
      bad_rows: null,
    });
    expect(result.new_tags.toSorted()).toEqual(["AI", "見出し"]);
    const [third, second, first] = await listed();
    expect(first).toMatchObject({
      title: "一本目",
      host: "youtube",
      video_id: "abcDEF12345",
      description: "説明",
      categories: [
        { id: known.id, name: "集客" },
        { name: "広告", parent: null },
      ],
      tags: [{ name: "見出し" }, { name: "AI" }],
      status: "scheduled",
      published_at: "2026-12-01T09:00:00.000Z",
    });
    expect(second).toMatchObject({ status: "published", published_at: t.clock.daysAgo(0) });
    expect(third).toMatchObject({ host: "vimeo", video_id: "76979871", description: "二行の\n説明", status: "draft" });
    const member = await staffCalls(t).member();
    const found = await member.get(`${contract.search.videos.url}?q=${encodeURIComponent("二本目")}`);
    expect(found.json()).toMatchObject({ count: 1 });
  });

  test("keeps the key of an unlisted video at Vimeo", async () => {
    await answer("title,video_id\n限定,https://vimeo.com/123456789/abcdef1234");
    expect(await listed()).toMatchObject([{ host: "vimeo", video_id: "123456789", host_hash: "abcdef1234" }]);
  });

  test("rejects the name of an uploaded file", async () => {
    const result = await answer("title,video_id\nファイル,clip.mp4");
    expect(result).toMatchObject({ error_count: 1, success_count: 0 });
  });

  test("merges names that differ only in spaces or character width", async () => {
    const cell = "AI 入門|AI  入門｜ＡＩ　入門 ";
    const result = await answer(`title,video_id,categories,tags\n一本目,first-id,${cell},${cell}`);
    expect(result).toMatchObject({ new_categories: ["AI 入門"], new_tags: ["AI 入門"], success_count: 1 });
    const [video] = await listed();
    expect(video?.categories).toHaveLength(1);
    expect(video?.tags).toHaveLength(1);
  });

  test("changes nothing in a dry run", async () => {
    const result = await answer(VALID, { query: "?dry_run=true" });
    expect(result).toMatchObject({ message: "3件の動画を登録できます。", success_count: 0 });
    expect(result.rows.map(({ title }) => title)).toEqual(["一本目", "二本目", "三本目"]);
    expect(result.new_categories).toEqual(["集客", "広告"]);
    expect(await listed()).toEqual([]);
    expect((await me.get(contract.categories.list.url)).json()).toEqual([]);
  });

  test("creates each video once when uploaded repeatedly or concurrently", async () => {
    const both = await Promise.all([answer(VALID), answer(VALID)]);
    expect(both.map(({ success_count }) => success_count).reduce((sum, count) => sum + count)).toBe(3);
    expect(await answer(VALID)).toMatchObject({
      message: "動画は1件も登録されていません。3行に誤りがあります。",
      error: "3行に誤りがあります。",
      errors: [
        "2行目：この動画IDはすでに登録されています（ゴミ箱の動画を含みます）。",
        "3行目：この動画IDはすでに登録されています（ゴミ箱の動画を含みます）。",
        "4行目：この動画IDはすでに登録されています（ゴミ箱の動画を含みます）。",
      ],
      success_count: 0,
      error_count: 3,
    });
    expect(await listed()).toHaveLength(3);
  });
});

test("creates the valid rows and returns the invalid rows with reasons", async () => {
  await createVideo(t.db, t.clock, { video_id: "in-trash", deleted_at: t.clock.daysAgo(1) });
  const result = await answer(
    [
      "title,video_id,published_at,tags",
      "よい行,good-id,,",
      ",no-title,,",
      "IDなし,,,",
      "IDが変,https://example.com/x,,",
      "二度目,good-id,,",
      "ゴミ箱,in-trash,,",
      "日付が変,date-id,2026-02-30,",
      `タグが多い,tag-id,,${Array.from({ length: 21 }, (_, index) => `t${index}`).join("|")}`,
      "=1+1,formula-id,,",
    ].join("\r\n"),
  );
  expect(result.errors).toEqual([
    "3行目：タイトルを入力してください。",
    "4行目：動画IDを入力してください。",
    "5行目：動画ID、またはYouTube・Vimeoの動画のURLか、HLSのURLを入力してください。",
    "6行目：2行目と同じ動画IDです。",
    "7行目：この動画IDはすでに登録されています（ゴミ箱の動画を含みます）。",
    "8行目：公開日時は「2026-01-31 18:00」または「下書き」と入力してください。",
    "9行目：タグは20件までにしてください。",
  ]);
  expect(result).toMatchObject({ success_count: 2, error_count: 7, error: "7行に誤りがあります。" });
  expect((await listed()).map(({ title }) => title)).toEqual(["=1+1", "よい行"]);
  expect(result.bad_rows).toContain(
    "日付が変,date-id,2026-02-30,,公開日時は「2026-01-31 18:00」または「下書き」と入力してください。",
  );
});

test("accepts only file names that end in .csv", async () => {
  const response = await send(VALID, { name: "videos.xlsx" });
  expect(response.json()).toMatchObject({
    error: "CSVファイル（.csv）を選択してください。",
    fields: { csv_file: ["CSVファイル（.csv）を選択してください。"] },
  });
  expect((await send("a,b\n1,2", { name: "VIDEOS.CSV" })).json().error).toContain("列名が正しくありません。");
  expect(await listed()).toEqual([]);
});

test("serves a template with a byte order mark that can be uploaded as it is", async () => {
  const response = await me.get(calls.template.url);
  expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(response.headers["content-disposition"]).toBe('attachment; filename="video_template.csv"');
  expect(response.body.startsWith("\ufefftitle,video_id,description,categories,tags,published_at\r\n")).toBe(true);
  expect(await answer(response.body)).toMatchObject({ success_count: 1, errors: [] });
});

test("creates 5,000 videos from one file", async () => {
  const rows = Array.from(
    { length: 5000 },
    (_, index) =>
      `動画${index}の題名はこのくらいの長さです,bulk-${index},${"説明の文章です。".repeat(9)},分類${index % 20},タグ${index % 50}|共通,`,
  );
  const started = performance.now();
  const result = await answer(`title,video_id,description,categories,tags,published_at\n${rows.join("\n")}`);
  const seconds = (performance.now() - started) / 1000;
  expect(result).toMatchObject({ success_count: 5000, error_count: 0 });
  expect(result.rows).toHaveLength(100);
  console.log(`5,000 rows: ${seconds.toFixed(1)} s`);
});

test("a number alone is an id at Vimeo, and parts of YouTube's addresses are none, by every way", async () => {
  const { rows, errors } = await answer(
    "title,video_id\n番号だけ,83456701\n一覧,https://www.youtube.com/embed/videoseries?list=PL1\n生放送,live_stream\n",
    { query: "?dry_run=true" },
  );
  expect(rows).toMatchObject([{ host: "vimeo", video_id: "83456701" }]);
  expect(errors).toEqual(
    [3, 4].map((row) => `${row}行目：動画ID、またはYouTube・Vimeoの動画のURLか、HLSのURLを入力してください。`),
  );
  const post = async (video_id: string, host: string) => {
    const form = await formPayload({ title: "題", video_id, host });
    return t.app.inject({
      method: "POST",
      url: contract.adminVideos.create.url,
      payload: form.payload,
      headers: { ...form.headers, ...me.headers },
    });
  };
  expect((await post("83456702", "youtube")).json()).toMatchObject({ host: "vimeo", video_id: "83456702" });
  expect((await post("https://youtu.be/watch?v=videoseries", "youtube")).statusCode).toBe(400);
});
