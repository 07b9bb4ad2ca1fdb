import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { contract } from "@manabiya/contract";
import { joinNames, type SheetAnswer } from "@manabiya/contract/staff/video-csv.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CatalogSource } from "../../catalogue/cache/catalog-source.ts";
import { bumpCatalogue } from "../../catalogue/cache/version.ts";
import { insertRow } from "../../db/insert-rows.ts";
import { indexMissing } from "../../catalogue/search/index-videos.ts";
import { createCategory, createChapter, createTag, createUser, createVideo } from "../../../test/testing/factories.ts";
import { fileOf, formPayload } from "../../../test/testing/form.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { keepAsText, readText } from "./cell-text.ts";
import { COLUMNS } from "./columns.ts";
import { importSheet } from "./import.ts";
import { splitNames } from "./names.ts";
import { readChapters, writeChapters } from "./chapters-cell.ts";

let pictureStatus = 200;
let pictures: Server;
const picturesAddress = () => `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
const t = useTestApp({ pictures: picturesAddress });
const calls = contract.adminVideoSheet;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;

beforeAll(async () => {
  const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: "#1f4478" } })
    .jpeg()
    .toBuffer();
  pictures = createServer((request, response) => {
    const isFound = pictureStatus === 200 && request.url?.endsWith("/mqdefault.jpg");
    response.writeHead(isFound ? 200 : pictureStatus === 200 ? 404 : pictureStatus).end(isFound ? picture : "");
  }).listen(0, "127.0.0.1");
  await once(pictures, "listening");
  me = await staffCalls(t).staff();
});
afterAll(() => pictures.close());

beforeEach(async () => {
  pictureStatus = 200;
  for (const table of ["videos", "playlists", "categories", "tags"]) {
    await t.db.query({ text: `delete from ${table}` });
  }
  await bumpCatalogue(t.db);
});

async function send(
  content: string | Uint8Array<ArrayBuffer>,
  { isDryRun = false, isConfirmed = true, takesFile = false, name = "videos.csv" } = {},
) {
  const form = await formPayload({ csv_file: fileOf(content, name) });
  const url = `${calls.upload.url}?dry_run=${isDryRun}&confirmed=${isConfirmed}&take_file=${takesFile}`;
  return t.app.inject({ method: "POST", url, payload: form.payload, headers: { ...form.headers, ...me.headers } });
}
const upload = async (content: string | Uint8Array<ArrayBuffer>, options = {}) =>
  (await send(content, options)).json<SheetAnswer>();
const exported = async () => (await me.get(calls.download.url)).body;
const videoOf = async (id: number) => (await me.call(contract.adminVideos.get, { id })).json<AdminVideo>();
const chaptersOf = async (id: number) =>
  (await me.call(contract.adminChapters.list, { id })).json<
    { id: number; title: string; description: string; time_formatted: string }[]
  >();

const addToPlaylist = (playlist: number, video: number, position: number) =>
  t.db.query({
    text: "insert into playlist_videos (playlist_id, video_id, place) values ($1, $2, $3)",
    values: [playlist, video, position],
  });

type Table = string[][];
const tableOf = (csv: string): Table => parse(csv, { bom: true, relax_column_count: true });
const quoted = (cell: string, delimiter: string) =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
const csvOf = (table: Table, delimiter = ",") =>
  table.map((row) => `${row.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`).join("");

/** Edits cells of an export, by video and column. */
function edit(csv: string, edits: Record<number, Record<string, string>>): string {
  const [header = [], ...rows] = tableOf(csv);
  const changed = rows.map((row) => row.map((cell, index) => edits[Number(row[0])]?.[header[index] ?? ""] ?? cell));
  return csvOf([header, ...changed]);
}

/** A cell after Excel in Japanese has opened and saved the CSV. */
function asExcel(cell: string): string {
  const date = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/.exec(cell);
  if (date) return `${date[1]}/${Number(date[2])}/${Number(date[3])} ${Number(date[4])}:${date[5]}`;
  const text = cell.normalize("NFKC");
  if (/^[=+\-@]/.test(text)) return "#NAME?";
  if (/^\d{12,}$/.test(text)) return Number(text).toExponential(5).toUpperCase();
  if (/^\d+(\.\d+)?(e\d+)?$/i.test(text)) return String(Number(text));
  if (/^\d{1,2}[-/]\d{1,2}$/.test(text)) return text.replace(/[-/]/, "月").concat("日");
  if (/^\d+:\d\d$/.test(text) && Number(text.split(":")[0]) > 23) return `${text}:00`;
  return /^(true|false)$/i.test(text) ? text.toUpperCase() : cell;
}

/** Windows' Shift_JIS, in which a question mark stands for each UTF-16 unit that it cannot hold. */
function asShiftJis(text: string): Uint8Array<ArrayBuffer> {
  const codes = new Map<string, number[]>();
  const decoder = new TextDecoder("shift_jis");
  for (let lead = 0xfc; lead >= 0x81; lead--) {
    for (let trail = 0x40; trail <= 0xfc; trail++) codes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
  }
  for (let single = 0; single < 0xe0; single++) codes.set(decoder.decode(Uint8Array.of(single)), [single]);
  return Uint8Array.from(text.split("").flatMap((unit) => codes.get(unit) ?? [0x3f]));
}

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

const HARD = [
  "00123",
  "1-2",
  "=cmd|' /C calc'!A0",
  "1:05",
  "75:30",
  "12345678901234567",
  "1E5",
  "TRUE",
  "+81",
  "-1",
  "@SUM(A1)",
  "１２３",
  "＝1+1",
  "'00123",
  "''=1",
  "2026/1/2",
  "令和8年1月2日",
  'a"b;c,d\te',
  "𠮷野家〜の髙い①",
  "Jan-1",
  "50%",
  "???",
];

/** Videos with texts that spreadsheets damage. */
async function makeHardVideos(): Promise<number[]> {
  const ids = [];
  for (const [index, title] of HARD.entries()) {
    const { id } = await createVideo(t.db, t.clock, {
      title,
      description: `${title}\r\n二行目;「,\t」\n\n　三行目 "引用" ☕`,
      host: index % 3 === 1 ? (index % 6 === 4 ? "hls" : "vimeo") : "youtube",
      video_id: index % 3 === 1 ? `7697987${index}` : `-${String(index).padStart(10, "0")}`,
      host_hash:
        [null, "abcdef1234", null, null, `https://player.vimeo.com/external/7697987${index}.m3u8?s=0b`][index % 6] ??
        null,
      duration: index % 4 === 0 ? null : 60 + index,
      published_at: index % 5 === 0 ? null : t.clock.daysAgo(index - 4),
      category_ids: index % 2 === 0 ? [(await createCategory(t.db, `分類${title}`)).id] : [],
      tag_ids: [(await createTag(t.db, `${index}-1`)).id],
    });
    await createChapter(t.db, {
      video_id: id,
      title,
      time_seconds: index * 400,
      description: `${title}\n1:30 時間で始まる行`,
    });
    await createChapter(t.db, { video_id: id, title: "次", time_seconds: index * 400 + 65 });
    ids.push(id);
  }
  const same = [
    await createCategory(t.db, "基礎|入門"),
    await createCategory(t.db, "基礎|入門", (await createCategory(t.db, "親")).id),
  ];
  await t.db.query({
    text: "update videos set category_ids = $1 where id = $2",
    values: [same.map(({ id }) => id), ids[0]],
  });
  const { id: playlist_id } = await insertRow(t.db, "playlists", { title: "1/2", created_at: t.clock.daysAgo(1) });
  for (const [index, video_id] of ids.slice(0, 5).entries()) {
    await addToPlaylist(playlist_id, video_id, index);
  }
  return ids;
}

describe("an export that a spreadsheet saves again without an edit changes nothing", () => {
  test.each<[string, (csv: string) => string | Uint8Array<ArrayBuffer>, string?]>([
    ["as it is", (csv) => csv],
    ["by Excel as CSV UTF-8", (csv) => `\ufeff${csvOf(tableOf(csv).map((row) => row.map(asExcel)))}`],
    [
      "with semicolons",
      (csv) =>
        csvOf(
          tableOf(csv).map((row) => row.map(asExcel)),
          ";",
        ),
    ],
    [
      "as Unicode text",
      (csv) =>
        utf16(
          csvOf(
            tableOf(csv).map((row) => row.map(asExcel)),
            "\t",
          ),
        ),
      "videos.txt",
    ],
    ["in Shift_JIS", (csv) => asShiftJis(csvOf(tableOf(csv).map((row) => row.map(asExcel))))],
    [
      "by Google Sheets, which takes the prefix for its own",
      (csv) => csvOf(tableOf(csv).map((row) => row.map((cell) => cell.replace(/^'/, "")))),
    ],
    [
      "with CRLF in its cells",
      (csv) => csvOf(tableOf(csv).map((row) => row.map((cell) => cell.replaceAll(/\r?\n/g, "\r\n")))),
    ],
    [
      "with its columns in another order and empty rows",
      (csv) => csvOf([...tableOf(csv).map((row) => row.toReversed()), [""], ["", ""]]),
    ],
    ["compressed", (csv) => new Uint8Array(gzipSync(csv))],
  ])("%s", async (_name, save, name = "videos.csv") => {
    await makeHardVideos();
    const file = save(await exported());
    const answer = await upload(file, { name });
    expect(answer.rows).toEqual([]);
    expect(answer).toMatchObject({
      change_count: 0,
      unchanged_count: HARD.length,
      error_count: 0,
      conflict_count: 0,
      bad_rows: null,
    });
    expect(answer.ignored_columns).toEqual([]);
    expect((await t.db.query({ text: "select id from videos where revision > 1" })).rows).toEqual([]);
  });

  test("whatever the texts are", () => {
    const text = fc.array(fc.constantFrom(..."=+-@＝'0123:/.-eE%¥年月日 \u3000\t\n|\\#あa？?𠮷".split("")), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, (characters) => {
        const cell = characters.join("");
        expect(readText(keepAsText(cell))).toBe(cell);
      }),
      { numRuns: 3_000 },
    );
  });
});

test.each([
  "00123",
  "1-2",
  "1:05",
  "1E5",
  "TRUE",
  "12 Mar",
  "March 2026",
  "令和8年1月2日",
  "R8.1.2",
  "１２３",
  "1:05 pm",
  "¥1,000",
  "5%",
])("%j gets a prefix, which a spreadsheet leaves in a text", (text) => expect(keepAsText(text)).toBe(`'${text}`));

test.each(["Excel 2021", "第1回", "decision 3", "2026年の振り返り", "見出し", "true story", "", "a-b"])(
  "%j stays as it is",
  (text) => expect(keepAsText(text)).toBe(text),
);

test("hostile cells cost no more than others", () => {
  const begun = performance.now();
  keepAsText(`1${"am".repeat(20_000)}x`);
  keepAsText(`1${"mar".repeat(20_000)}?`);
  readChapters(`0:00${" ".repeat(100_000)}\u2028`, null);
  readChapters(`0:00 ${"あ\u2028".repeat(50_000)}`, null);
  splitNames("\\".repeat(100_000));
  splitNames("a|".repeat(50_000));
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test("chapters in a cell come back with their descriptions", () => {
  const chapter = fc.record({
    title: fc.constantFrom("はじめに", "1:30", "[注]", "- 次", "　全角", "a:b").map((title) => title.trim()),
    description: fc
      .array(fc.constantFrom("", "本文", "1:30 行", "　字下げ", " a"), { maxLength: 4 })
      .map((lines) => lines.join("\n").trim()),
    time_seconds: fc.integer({ min: 0, max: 359_999 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(chapter, { selector: ({ time_seconds }) => time_seconds, maxLength: 6 }), (chapters) => {
      const sorted = chapters.toSorted((a, b) => a.time_seconds - b.time_seconds);
      expect(readChapters(writeChapters(sorted), null)).toEqual(sorted);
    }),
    { numRuns: 500 },
  );
});

test("a dry run lists the differences and changes nothing, and the upload applies them with search and audit", async () => {
  const [video, other] = [await createVideo(t.db, t.clock, { published_at: null }), await createVideo(t.db, t.clock)];
  await createChapter(t.db, { video_id: video.id, title: "はじめに", time_seconds: 0 });
  await createChapter(t.db, { video_id: video.id, title: "消える", time_seconds: 90 });
  await createChapter(t.db, { video_id: video.id, title: "旧", time_seconds: 120 });
  await createCategory(t.db, "集客");
  const list = await insertRow(t.db, "playlists", { title: "はじめての方へ", created_at: t.clock.daysAgo(1) });
  await addToPlaylist(list.id, other.id, 4);
  const file = edit(await exported(), {
    [video.id]: {
      タイトル: "００７の題",
      公開日時: "公開",
      動画のURL: "https://youtu.be/newHOSTid_1",
      "長さ（秒）": "4,321",
      カテゴリー: "集客|ＡＩ",
      タグ: "見出し",
      再生リスト: "はじめての方へ",
      チャプター: "0:00 はじめに\r\n2:00 新\r\n　説明の一行目\r\n　1:00 二行目\r\n１：０２：０３　最後",
      概要文: "検索できる\r\n概要文",
    },
    [other.id]: { 概要文: "", 再生リスト: "" },
  });
  const preview = await upload(file, { isDryRun: true });
  expect(preview).toMatchObject({
    message: "2本の動画を変更できます。",
    change_count: 2,
    new_categories: ["AI"],
    new_tags: ["見出し"],
  });
  const shown = preview.rows.find(({ id }) => id === video.id);
  expect(shown).toMatchObject({ title: video.title });
  expect(shown?.fields.slice(0, 4)).toEqual([
    { name: "タイトル", before: video.title, after: "００７の題" },
    { name: "公開日時", before: "下書き", after: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d$/) },
    { name: "動画のURL", before: video.video_id, after: "https://www.youtube.com/watch?v=newHOSTid_1" },
    { name: "長さ（秒）", before: "600", after: "4321" },
  ]);
  expect(await videoOf(video.id)).toMatchObject({ title: video.title, revision: 1 });

  expect(await upload(file)).toMatchObject({ message: "2本の動画を変更しました。", change_count: 2, bad_rows: null });
  expect(await videoOf(video.id)).toMatchObject({
    title: "００７の題",
    status: "published",
    host: "youtube",
    video_id: "newHOSTid_1",
    duration: 4321,
    description: "検索できる\n概要文",
    categories: [{ name: "集客" }, { name: "AI" }],
    tags: [{ name: "見出し" }],
    revision: 2,
  });
  expect(await chaptersOf(video.id)).toMatchObject([
    { title: "はじめに" },
    { title: "新", description: "説明の一行目\n1:00 二行目" },
    { title: "最後", time_formatted: "62:03" },
  ]);
  const entries = await me.call(contract.playlistManagement.get, { id: list.id });
  expect(entries.json()).toMatchObject({ revision: 2, entries: [{ video: { id: video.id } }] });
  const member = await staffCalls(t).member();
  expect(
    (await member.get(`${contract.search.videos.url}?q=${encodeURIComponent("検索できる")}`)).json(),
  ).toMatchObject({ count: 1 });
  const { rows: log } = await t.db.query<{ before: object; after: object }>({
    text: "select user_id, before, after from audit_log where action = 'video.update_by_csv' and subject_id = $1",
    values: [video.id],
  });
  expect(log).toMatchObject([
    { user_id: me.user.id, before: { title: video.title }, after: { title: "００７の題", duration: "4321" } },
  ]);
  expect(await upload(file)).toMatchObject({ message: "変更はありません。", unchanged_count: 2 });
});

test("a column that the file lacks stays as it is, and an unknown one is named", async () => {
  const { id, title } = await createVideo(t.db, t.clock, { description: "残る" });
  const answer = await upload(`番号,チャプター,タイトル（旧）\n${id},"0:00 一\n1:05 二",x\n`);
  expect(answer).toMatchObject({ change_count: 1, ignored_columns: ["タイトル（旧）"] });
  expect(await videoOf(id)).toMatchObject({ title, description: "残る", chapter_count: 2 });
});

test("a name with its number is its record, whether another one has the name or not", async () => {
  const { id } = await createVideo(t.db, t.clock);
  const [tag, same] = [await createTag(t.db, "'=集客|一"), await createTag(t.db, "広告")];
  const cell = joinNames(["", `'=集客|一 #${tag.id}`, `広告 #${same.id}`]);
  expect(await upload(`番号,タグ\n${id},${cell}\n`)).toMatchObject({ change_count: 1, new_tags: [] });
  expect((await videoOf(id)).tags.map((each) => each.id).toSorted((a, b) => a - b)).toEqual([tag.id, same.id]);
});

test("a length below a video's chapters or captions is refused, unless the row moves the chapter", async () => {
  const [a, b, c] = [
    await createVideo(t.db, t.clock, { duration: 100 }),
    await createVideo(t.db, t.clock, { duration: 100 }),
    await createVideo(t.db, t.clock, { duration: 100 }),
  ];
  for (const { id } of [a, b]) await createChapter(t.db, { video_id: id, title: "終わり", time_seconds: 90 });
  const lines = [{ starts_ms: 90_000, ends_ms: 91_000, text: "字幕の文" }];
  await me.call(contract.adminCaptions.set, { id: c.id }, { lines, published: true, revision: 0 });
  const shorter = { "長さ（秒）": "60" };
  const answer = await upload(
    edit(await exported(), { [a.id]: shorter, [b.id]: { ...shorter, チャプター: "0:59 終わり" }, [c.id]: shorter }),
  );
  expect(answer).toMatchObject({ change_count: 1, error_count: 2 });
  const sentence = "の時間が動画の長さ（1:00）を超えています（1:30）。";
  expect(answer.errors.join()).toContain(`長さ（秒）：「終わり」${sentence}`);
  expect(answer.errors.join()).toContain(`長さ（秒）：字幕${sentence}`);
});

test("only wrong rows come back, with the reason in Japanese, and can be uploaded when they are corrected", async () => {
  const videos = [];
  for (let index = 0; index < 9; index++) videos.push(await createVideo(t.db, t.clock));
  await createVideo(t.db, t.clock, { video_id: "in-trash", deleted_at: t.clock.daysAgo(1) });
  const ids = videos.map(({ id }) => id);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = ids;
  const csv = edit(await exported(), {
    [a]: { タイトル: "" },
    [b]: { 公開日時: "", "長さ（秒）": "1:05" },
    [c]: { 動画のURL: "in-trash" },
    [d]: { 動画のURL: "none.mp4" },
    [e]: { チャプター: "時間なし" },
    [f]: { 再生リスト: "ない", タイトル: "00123" },
    [g]: { 版: "v1" },
    [h]: { タイトル: "よい行" },
  });
  const file = `${csv}999999,x\r\nabc,y\r\n${csv.split("\r\n").at(1)}\r\n`;
  const answer = await upload(file);
  expect(answer).toMatchObject({ change_count: 1, unchanged_count: 1, error_count: 10 });
  const numbered = new Map(tableOf(file).map(([id], index) => [Number(id), index + 1]));
  const sentence = (id: number, text: string) => `${numbered.get(id) ?? id}行目：${text}`;
  expect(new Set(answer.errors)).toEqual(
    new Set([
      sentence(a, "タイトル：タイトルを入力してください。"),
      sentence(
        b,
        "公開日時：「2026-01-31 18:00」「公開」「下書き」のどれかにしてください。 長さ（秒）：「754」のように、秒の数にしてください。",
      ),
      sentence(c, "動画のURL：この動画IDはすでに登録されています（ゴミ箱の動画を含みます）。"),
      sentence(d, "動画のURL：この名前の動画ファイルはありません。"),
      sentence(e, "チャプター：1行目は「0:00 はじめに」のように、時間とタイトルにしてください。"),
      sentence(f, "再生リスト：「ない」という再生リストはありません。"),
      sentence(g, "版：書き出したときの値のままにしてください。"),
      "11行目：番号：この番号の動画はありません（ゴミ箱の動画は変更できません）。",
      "12行目：番号：書き出した番号のままにしてください。新しい動画は「動画の一括登録」で登録できます。",
      "13行目：番号：2行目と同じ番号です。",
    ]),
  );
  const bad = tableOf(answer.bad_rows ?? "");
  expect(bad).toHaveLength(11);
  expect(bad[0]?.slice(0, 2).concat(bad[0]?.at(-1) ?? "")).toEqual(["番号", "タイトル", "エラー"]);
  expect(bad.find(([id]) => id === String(f))?.slice(1, 2)).toEqual(["'00123"]);
  const corrected = edit(answer.bad_rows ?? "", { [a]: { タイトル: "直した" }, [f]: { 再生リスト: "" } });
  expect(await upload(corrected)).toMatchObject({ change_count: 2, error_count: 7 });
  expect(await videoOf(f)).toMatchObject({ title: "00123" });
});

test("a row that other staff changed since the export is a conflict, and its correction overwrites nothing of theirs", async () => {
  const [mine, untouched] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
  const csv = edit(await exported(), { [mine.id]: { 概要文: "私の概要文" } });
  for (const { id, video_id } of [mine, untouched]) {
    await me.call(contract.adminVideos.update, { id }, { title: "同僚の題", video_id });
  }
  await createChapter(t.db, { video_id: mine.id, title: "同僚の章" });
  const answer = await upload(csv);
  expect(answer).toMatchObject({ change_count: 0, unchanged_count: 0, conflict_count: 2, error_count: 0 });
  expect(answer.rows).toEqual([]);
  expect(answer.outdated).toMatchObject([{ id: untouched.id, fields: [{ name: "タイトル", before: "同僚の題" }] }]);
  expect(answer.errors[0]).toContain("「タイトル」「チャプター」");
  expect(await videoOf(mine.id)).toMatchObject({ title: "同僚の題", description: "" });
  expect(await upload(answer.bad_rows ?? "")).toMatchObject({ change_count: 1, conflict_count: 0 });
  expect(await videoOf(mine.id)).toMatchObject({ title: "同僚の題", description: "私の概要文", chapter_count: 1 });
});

/** An edit of each column. A column without one fails the test. */
const EDITS: Record<string, string> = {
  タイトル: "誤った題",
  公開日時: "下書き",
  動画のURL: "https://youtu.be/wrongHost_1",
  "長さ（秒）": "",
  カテゴリー: "まちがい",
  タグ: "",
  再生リスト: "",
  チャプター: "",
  概要文: "",
};

test.each(COLUMNS.map(({ name }) => name))(
  "the file of before a wrong edit never says that nothing changes, and brings everything back: %s",
  async (name) => {
    const { id } = await createVideo(t.db, t.clock, {
      description: "元の概要文",
      category_ids: [(await createCategory(t.db, "集客")).id],
      tag_ids: [(await createTag(t.db, "見出し")).id],
    });
    const other = await createVideo(t.db, t.clock);
    await createChapter(t.db, { video_id: id, title: "はじめに" });
    const list = await insertRow(t.db, "playlists", { title: "はじめての方へ", created_at: t.clock.daysAgo(1) });
    await addToPlaylist(list.id, id, 1);
    const before = await exported();
    const wrong = edit(before, { [id]: { [name]: EDITS[name] ?? expect.fail(`no edit of ${name}`) } });
    expect(await upload(wrong)).toMatchObject({ change_count: 1 });
    // The retry of an interrupted upload finds its rows done.
    const again = await upload(wrong);
    expect(again).toMatchObject({ message: "変更はありません。", unchanged_count: 2, conflict_count: 0, outdated: [] });

    const found = await upload(before);
    const counts = { change_count: 0, unchanged_count: 1, conflict_count: 1, error_count: 0, rows: [], bad_rows: null };
    expect(found).toMatchObject(counts);
    expect(found.message).toBe("1本の動画は、書き出した後に変更されたため、ファイルの内容と違います。");
    expect(found.outdated).toMatchObject([{ id, fields: [{ name }] }]);
    const restored = await upload(before, { takesFile: true });
    expect(restored).toMatchObject({ change_count: 1, conflict_count: 0, outdated: [] });
    expect(tableOf(await exported())).toEqual(tableOf(before));
    expect(await upload(before)).toMatchObject({ message: "変更はありません。", unchanged_count: 2 });
    expect(await videoOf(other.id)).toMatchObject({ revision: 1 });
  },
);

test("rows that somebody edited are changed, and what others changed meanwhile is shown and stays", async () => {
  const [mine, theirs] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock, { title: "旧" })];
  const file = edit(await exported(), { [mine.id]: { 概要文: "私の概要文" } });
  await me.call(contract.adminVideos.update, { id: theirs.id }, { title: "新", video_id: theirs.video_id });
  const answer = await upload(file);
  expect(answer.message).toBe(
    "1本の動画を変更しました。1本の動画は、書き出した後に変更されたため、ファイルの内容と違います。",
  );
  expect(answer.outdated[0]?.fields).toEqual([{ name: "タイトル", before: "新", after: "旧" }]);
  expect(await videoOf(theirs.id)).toMatchObject({ title: "新" });
});

describe("an upload asks first", () => {
  async function asked(edits: Record<string, string>, count: number) {
    const ids = [];
    for (let index = 0; index < count; index++) {
      const { id } = await createVideo(t.db, t.clock, {
        description: "概要",
        tag_ids: [(await createTag(t.db, `${index}番`)).id],
      });
      await createChapter(t.db, { video_id: id, title: "はじめに" });
      ids.push(id);
    }
    const file = edit(await exported(), Object.fromEntries(ids.map((id) => [id, edits])));
    const refused = await send(file, { isConfirmed: false });
    const changed = async () => (await t.db.query({ text: "select from videos where revision > 1" })).rows.length;
    if (refused.statusCode === 200) return { error: null, changed: await changed() };
    expect([refused.statusCode, refused.json().type, await changed()]).toEqual([409, "confirmation_required", 0]);
    expect(await upload(file)).toMatchObject({ change_count: count });
    return { error: refused.json<{ error: string }>().error, changed: await changed() };
  }

  test.each<[string, Record<string, string>, number, string | null]>([
    ["twenty records", { "長さ（秒）": "99" }, 20, null],
    ["more than twenty records", { "長さ（秒）": "99" }, 21, "21本の動画を変更します。"],
    [
      "one video loses its chapters",
      { チャプター: "" },
      1,
      "1本の動画を変更します。動画1本のチャプターをすべて削除します。",
    ],
    ["one video loses its description", { 概要文: "" }, 1, "1本の動画を変更します。動画1本の概要文を空にします。"],
    ["one video loses its tags", { タグ: "" }, 1, "1本の動画を変更します。動画1本のタグを空にします。"],
    [
      "many lose everything",
      { チャプター: "", 概要文: "" },
      22,
      "22本の動画を変更します。動画22本のチャプターをすべて削除します。動画22本の概要文を空にします。",
    ],
    ["chapters and descriptions that change", { チャプター: "0:00 別", 概要文: "別" }, 2, null],
  ])("%s", async (_what, edits, count, error) => {
    expect(await asked(edits, count)).toEqual({ error, changed: count });
  });

  test("with the same totals when the file of before returns", async () => {
    const { id } = await createVideo(t.db, t.clock);
    const before = await exported();
    await upload(edit(before, { [id]: { 概要文: "新しい" } }));
    const refused = await send(before, { takesFile: true, isConfirmed: false });
    expect(refused.json()).toMatchObject({ error: "1本の動画を変更します。動画1本の概要文を空にします。" });
    expect(await videoOf(id)).toMatchObject({ description: "新しい" });
  });
});

test("a file that was uploaded can be edited further without a conflict with itself", async () => {
  const { id } = await createVideo(t.db, t.clock, { published_at: null });
  const first = edit(await exported(), { [id]: { タイトル: "一回目", 公開日時: "公開", タグ: "ＡＩ" } });
  expect(await upload(first)).toMatchObject({ change_count: 1 });
  expect(await upload(edit(first, { [id]: { 概要文: "二回目" } }))).toMatchObject({
    change_count: 1,
    conflict_count: 0,
  });
  expect(await videoOf(id)).toMatchObject({ title: "一回目", description: "二回目", status: "published" });
});

describe("videos that move to another host", () => {
  async function makeMoving(count: number) {
    const member = await createUser(t.db, t.clock);
    const ids = [];
    for (let index = 0; index < count; index++) {
      const video_id = `old_youtu${String(index).padStart(2, "0")}`;
      const { id } = await createVideo(t.db, t.clock, { video_id, duration: 754, view_count: 9 });
      await createChapter(t.db, { video_id: id });
      await insertRow(t.db, "favorites", { user_id: member.id, video_id: id, created_at: t.clock.daysAgo(1) });
      await insertRow(t.db, "watch_history", {
        user_id: member.id,
        video_id: id,
        watched_at: t.clock.daysAgo(1),
        position: 77,
        duration: 754,
      });
      ids.push(id);
    }
    const csv = edit(
      await exported(),
      Object.fromEntries(
        ids.map((id, index) => [id, { 動画のURL: `https://vimeo.com/${76_000_000 + index}/abcdef1234` }]),
      ),
    );
    return { ids, csv };
  }

  test("keep favourites, history, views, chapters, picture and duration", async () => {
    const { ids, csv } = await makeMoving(30);
    expect(await upload(csv)).toMatchObject({ change_count: 30, error_count: 0 });
    const video = await videoOf(ids[3] ?? 0);
    expect(video).toMatchObject({
      host: "vimeo",
      video_id: "76000003",
      host_hash: "abcdef1234",
      duration: 754,
      view_count: 9,
      chapter_count: 1,
    });
    expect((await t.app.inject({ url: video.thumbnail ?? "" })).headers["content-type"]).toBe("image/webp");
    const { rows } = await t.db.query({
      text: `select (select count(*) from favorites)::int as favorites, (select count(*) from watch_history where position = 77)::int as history,
             (select count(distinct thumbnail) from videos)::int as pictures`,
    });
    expect(rows).toEqual([{ favorites: 30, history: 30, pictures: 30 }]);
  });

  test("do not move while their picture cannot be read", async () => {
    const { ids, csv } = await makeMoving(1);
    pictureStatus = 503;
    const answer = await upload(csv);
    expect(answer).toMatchObject({ change_count: 0, error_count: 1 });
    expect(answer.errors[0]).toContain("現在のサムネイルを保存できませんでした");
    expect(await videoOf(ids[0] ?? 0)).toMatchObject({ host: "youtube" });
    pictureStatus = 404;
    expect(await upload(answer.bad_rows ?? "")).toMatchObject({ change_count: 1 });
    expect(await videoOf(ids[0] ?? 0)).toMatchObject({ host: "vimeo", thumbnail: null });
  });

  test("keep their picture in the editor of one video as well", async () => {
    const made = await createVideo(t.db, t.clock, { video_id: "old_youtube", duration: 754 });
    const move = async (id: number, video_id: string) =>
      (await me.call(contract.adminVideos.update, { id }, { title: "題", video_id })).json<AdminVideo>();
    const moved = await move(made.id, "https://vimeo.com/76979871");
    expect(moved).toMatchObject({ host: "vimeo", duration: 754, revision: 3 });
    expect((await t.app.inject({ url: moved.thumbnail ?? "" })).headers["content-type"]).toBe("image/webp");
    pictureStatus = 503;
    const other = await createVideo(t.db, t.clock, { video_id: "oldYoutube2" });
    expect(await move(other.id, "https://vimeo.com/76979872")).toMatchObject({ host: "vimeo", thumbnail: null });
  });

  test("cannot take an id that another row or video has, even at the same moment", async () => {
    const [a, b] = [await createVideo(t.db, t.clock), await createVideo(t.db, t.clock)];
    const move = (id: number) => edit(csv, { [id]: { 動画のURL: "https://vimeo.com/76979871" } });
    const csv = await exported();
    const both = await upload(edit(move(a.id), { [b.id]: { 動画のURL: "76979871" } }), { isDryRun: true });
    expect(both).toMatchObject({ change_count: 1, error_count: 1 });
    const answers = await Promise.all([upload(move(a.id)), upload(move(b.id))]);
    const [first, second] = answers;
    expect([first?.change_count, second?.change_count]).toEqual(first?.change_count === 1 ? [1, 0] : [0, 1]);
    expect([first?.error_count, second?.error_count]).toEqual([second?.change_count, first?.change_count]);
  });
});

async function makeBulk(count: number): Promise<{ csv: string; edited: string }> {
  await t.db.query({
    text: `insert into videos (video_id, title, description, created_at, published_at)
           select 'bulk-' || n, '動画' || n || 'の題名はこのくらいの長さです', repeat('説明の文章です。', 9), $1, $1
             from generate_series(1, $2) n`,
    values: [t.clock.daysAgo(2), count],
  });
  await t.db.query({
    text: "insert into chapters (video_id, title, time_seconds) select id, 'はじめに', 0 from videos",
  });
  await indexMissing(t.db);
  const csv = await exported();
  const edited = csv
    .replaceAll("の題名は", "の新しい題名は")
    .replaceAll("0:00 はじめに", '"0:00 はじめに\n1:30 次の話"');
  return { csv, edited };
}

test("an interrupted upload leaves no row half changed and is continued by another one", async () => {
  const { edited } = await makeBulk(600);
  let questions = 0;
  const context = {
    db: t.db,
    storage: t.deps.storage,
    fetchPicture: t.deps.fetchPicture,
    now: t.clock.now,
    catalogue: new CatalogSource(t.db, t.clock.now, 0),
  };
  const interrupted = importSheet(context, {
    file: fileOf(edited, "videos.csv"),
    userId: me.user.id,
    isDryRun: false,
    isConfirmed: true,
    takesFile: false,
    // Each batch asks before it begins and before it commits.
    isGone: () => ++questions >= 4,
  });
  await expect(interrupted).rejects.toThrow("処理を中止しました。");
  const count = async () =>
    (
      await t.db.query({
        text: `select count(distinct v.id) filter (where v.title like '%新しい%') as videos, count(*) - 600 as chapters,
                      (select count(*) from audit_log where action = 'video.update_by_csv' and subject_id >= min(v.id)) as audit
                 from videos v join chapters c on c.video_id = v.id`,
      })
    ).rows;
  expect(await count()).toEqual([{ videos: 250, chapters: 250, audit: 250 }]);
  const continued = { change_count: 350, unchanged_count: 250, conflict_count: 0, error_count: 0 };
  expect(await upload(edited)).toMatchObject(continued);
  expect(await count()).toEqual([{ videos: 600, chapters: 600, audit: 600 }]);
});

test("5,000 rows are compared and changed", async () => {
  const { csv, edited } = await makeBulk(5000);
  const measured: string[] = [];
  const measure = async <T>(name: string, work: () => Promise<T>) => {
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    const result = await work();
    const { user, system } = process.cpuUsage(cpu);
    const wall = ((performance.now() - begun) / 1e3).toFixed(1);
    measured.push(`${name} ${wall} s (${((user + system) / 1e6).toFixed(1)} s of CPU)`);
    return result;
  };
  expect(await measure("unchanged", () => upload(csv))).toMatchObject({ change_count: 0, unchanged_count: 5000 });
  const changed = await measure("changed", () => upload(edited));
  expect(changed).toMatchObject({ change_count: 5000, error_count: 0 });
  expect(changed.rows).toHaveLength(5000);
  console.log(`5,000 rows: ${measured.join(", ")}`);
});
