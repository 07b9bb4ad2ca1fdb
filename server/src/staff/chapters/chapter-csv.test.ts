import { contract } from "@manabiya/contract";
import type { AdminChapter, ChapterCsvAnswer } from "@manabiya/contract/staff/chapters.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { createVideo } from "../../../test/testing/factories.ts";
import { fileOf, formPayload } from "../../../test/testing/form.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const calls = contract.adminChapters;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
let id: number;

beforeAll(async () => {
  me = await staffCalls(t).staff();
});

async function send(content: string | Uint8Array<ArrayBuffer>, { query = "", name = "chapters.csv" } = {}) {
  const form = await formPayload({ file: fileOf(content, name) });
  return t.app.inject({
    method: "POST",
    url: calls.uploadCsv.url.replace(":id", String(id)) + query,
    payload: form.payload,
    headers: { ...form.headers, ...me.headers },
  });
}

const listed = async () => (await me.call(calls.list, { id })).json<AdminChapter[]>();
const fresh = async () => {
  id = (await createVideo(t.db, t.clock, { duration: 75 * 60 })).id;
};

const VALID = "chapter_title,description,time\r\nはじめに,挨拶,0:00\r\n見出し,,1:30\r\n長い話,,15:45\r\n";

describe("a valid file", () => {
  test("creates all chapters", async () => {
    await fresh();
    const response = await send(VALID);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      message: "3件のチャプターを登録しました。",
      created_count: 3,
      errors: [],
      error_count: 0,
      rows: [
        { title: "はじめに", description: "挨拶", time_formatted: "00:00" },
        { title: "見出し", description: "", time_formatted: "01:30" },
        { title: "長い話", description: "", time_formatted: "15:45" },
      ],
      bad_rows: null,
    });
    expect((await listed()).map(({ time_seconds }) => time_seconds)).toEqual([0, 90, 945]);
  });

  test("changes nothing in a dry run", async () => {
    await fresh();
    const answer = (await send(VALID, { query: "?dry_run=true" })).json<ChapterCsvAnswer>();
    expect(answer).toMatchObject({ message: "3件のチャプターを登録できます。", created_count: 0 });
    expect(answer.rows).toHaveLength(3);
    expect(await listed()).toEqual([]);
  });

  test("creates each chapter once when uploaded repeatedly or concurrently", async () => {
    await fresh();
    await Promise.all([send(VALID), send(VALID)]);
    expect(await listed()).toHaveLength(3);
    const again = (await send(VALID)).json<ChapterCsvAnswer>();
    expect(again).toMatchObject({
      message: "チャプターは1件も登録されていません。3行に誤りがあります。",
      created_count: 0,
      error_count: 3,
    });
    expect(again.errors[0]).toBe("2行目：同じ時間とタイトルのチャプターがすでにあります。");
    expect(await listed()).toHaveLength(3);
  });

  const encoded: [string, Uint8Array<ArrayBuffer>][] = [
    ["UTF-8 with a byte order mark", new TextEncoder().encode(`\ufeff${VALID}`)],
    ["Excel's Unicode text, in UTF-16", new Uint8Array(Buffer.from(`\ufeff${VALID}`, "utf16le"))],
    // Shift_JIS bytes of はじめに,①. Only CP932 has ①.
    [
      "Shift_JIS of Excel",
      new Uint8Array([
        ...Buffer.from("chapter_title,description,time\r\n"),
        ...[0x82, 0xcd, 0x82, 0xb6, 0x82, 0xdf, 0x82, 0xc9, 0x2c, 0x87, 0x40],
        ...Buffer.from(",1:30\r\n"),
      ]),
    ],
    ["line ends of all kinds", new TextEncoder().encode(VALID.replace("\r\n", "\n").replace(/\r\n$/, "\r"))],
    ["columns in another order, and others", new TextEncoder().encode("番号,time,CHAPTER_TITLE\n1,0:10,順番\n")],
    ["blank lines", new TextEncoder().encode(`\n${VALID}\n,,\n\n`)],
    ["times of every form", new TextEncoder().encode("chapter_title,time\na,1:02:03\nb,０１：３０\nc,59:59\n")],
  ];
  test.each(encoded)("may have %s", async (_name, content) => {
    await fresh();
    const answer = (await send(content)).json<ChapterCsvAnswer>();
    expect(answer.errors).toEqual([]);
    expect(answer.created_count).toBeGreaterThan(0);
    expect(answer.rows.map(({ title }) => title).join()).not.toContain("\ufffd");
  });
});

test("creates the valid rows and returns the invalid rows with reasons", async () => {
  await fresh();
  const answer = (
    await send(
      "chapter_title,description,time\nよい行,,0:30\n,題なし,1:00\n時なし,,\n時違い,,1:75\n=1+1,=HYPERLINK(),2:00\n" +
        `${"長".repeat(201)},,3:00\n同じ,,4:00\n同じ,,4:00\n`,
    )
  ).json<ChapterCsvAnswer>();
  expect(answer.message).toBe("3件のチャプターを登録しました。5行に誤りがあります。");
  expect(answer.errors).toEqual([
    "3行目：チャプタータイトルを入力してください。",
    "4行目：時間は「1:30」のように入力してください。",
    "5行目：時間は「1:30」のように入力してください。",
    "7行目：チャプタータイトルは200文字以内で入力してください。",
    "9行目：同じ時間とタイトルのチャプターがすでにあります。",
  ]);
  // A formula is stored as text.
  expect((await listed()).map(({ title }) => title)).toEqual(["よい行", "=1+1", "同じ"]);
  expect(answer.bad_rows?.split("\r\n").slice(0, 2)).toEqual([
    "\ufeffchapter_title,description,time,エラー",
    ",題なし,1:00,チャプタータイトルを入力してください。",
  ]);
  // Staff can correct the file of invalid rows and upload it again.
  const corrected = answer.bad_rows?.replace(",題なし", "題あり,題なし") ?? "";
  expect((await send(corrected)).json<ChapterCsvAnswer>().created_count).toBe(1);
});

test("returns invalid rows without formulas", async () => {
  await fresh();
  const { bad_rows } = (await send("chapter_title,time\n=cmd,x\n@a,y\n+1,z\n-1,w\n")).json<ChapterCsvAnswer>();
  expect(
    bad_rows
      ?.split("\r\n")
      .slice(1, 5)
      .map((line) => line.slice(0, 2)),
  ).toEqual(["'=", "'@", "'+", "'-"]);
  const again = (await send(bad_rows ?? "")).json<ChapterCsvAnswer>();
  expect(again.bad_rows).toBe(bad_rows);
});

test("lists at most 100 errors and counts all", async () => {
  await fresh();
  const answer = (await send(`chapter_title,time\n${"題,x\n".repeat(250)}`)).json<ChapterCsvAnswer>();
  expect([answer.errors.length, answer.error_count, answer.created_count]).toEqual([100, 250, 0]);
});

const HEADER = "列名が正しくありません。1行目に chapter_title, time, description を入れてください";
const rejected: [string, string | Uint8Array<ArrayBuffer>, string][] = [
  ["nothing", "", "CSVファイルが空です。"],
  ["a header alone", "chapter_title,description,time\n", "CSVファイルに登録する行がありません。"],
  ["no header", "はじめに,挨拶,0:00\n", HEADER],
  ["a wrong header", "title,description,seconds\na,b,1\n", HEADER],
  ["a column twice", "chapter_title,time,time\na,0:00,0:01\n", "列 time が2つ以上あります。"],
  [
    "a million columns",
    `chapter_title,time${",x".repeat(999_998)}\na,0:00\n`,
    "1行目が長すぎます。列の数と文字数を減らしてください。",
  ],
  [
    "a row of a million columns",
    `chapter_title,time\n${"a,".repeat(1_000_000)}\n`,
    "2行目が長すぎます。列の数と文字数を減らしてください。",
  ],
  [
    "NUL",
    "chapter_title,time\na\0b,0:00\n",
    "CSVファイルを読み取れません。文字コードをUTF-8またはShift_JISにしてください。",
  ],
  [
    "bytes of no encoding",
    new Uint8Array([0x63, 0xff, 0xfe, 0x80]),
    "CSVファイルを読み取れません。文字コードをUTF-8またはShift_JISにしてください。",
  ],
  ["an open quote", 'chapter_title,time\n"a,0:00\n', '2行目の引用符（"）の使い方が正しくありません。'],
  [
    "5,001 rows",
    `chapter_title,time\n${"a,0:00\n".repeat(5001)}`,
    "行が多すぎます。1つのファイルは5,000行までにしてください。",
  ],
];
test.each(rejected)("rejects %s with a message and stores nothing", async (_name, content, message) => {
  await fresh();
  const response = await send(content);
  expect(response.statusCode).toBe(400);
  expect(response.json().error).toContain(message);
  expect(response.json().fields.file).toHaveLength(1);
  expect(await listed()).toEqual([]);
});

test("rejects 50 MB before reading the file", async () => {
  await fresh();
  const response = await send(new Uint8Array(50 * 1024 * 1024));
  expect(response.statusCode).toBe(413);
  expect(response.json().error).toBe("ファイルは2MB以下にしてください。");
});

test("rejects a form without a file and an unknown video", async () => {
  await fresh();
  const form = await formPayload({ other: "x" });
  const url = calls.uploadCsv.url.replace(":id", String(id));
  const response = await t.app.inject({
    method: "POST",
    url,
    payload: form.payload,
    headers: { ...form.headers, ...me.headers },
  });
  expect(response.json().error).toBe("動画とCSVファイルを選択してください。");
  id = 999_999;
  expect((await send(VALID)).statusCode).toBe(404);
});

test("times that a spreadsheet took for hours and minutes are read as typed, and others beyond the film refused", async () => {
  await fresh();
  const { errors } = (
    await send("chapter_title,time\nはじめに,0:00\n実演,24:10:00\nまとめ,62:05:00\n")
  ).json<ChapterCsvAnswer>();
  expect(errors).toEqual([]);
  expect((await listed()).map(({ time_seconds }) => time_seconds)).toEqual([0, 1450, 3725]);
  const beyond = (
    await send("chapter_title,time\n長すぎる,80:00\n秒まで,24:10:30\n境目,74:59\n")
  ).json<ChapterCsvAnswer>();
  expect(beyond.errors).toEqual([
    "2行目：時間が動画の長さ（1:15:00）を超えています（1:20:00）。",
    "3行目：時間が動画の長さ（1:15:00）を超えています（24:10:30）。",
  ]);
  expect(beyond.created_count).toBe(1);
});
