import type { ReadCaptions } from "@manabiya/contract/catalogue/captions.ts";
import { CaptionsBody } from "@manabiya/contract/catalogue/captions.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { searchTextOf } from "../../../catalogue/captions/search-text.ts";
import { AppError } from "../../../errors/app-error.ts";
import { parseCaptions } from "./parse.ts";

const short = ({ lines }: ReadCaptions) => lines.map(({ starts_ms, ends_ms, text }) => [starts_ms, ends_ms, text]);

function errorsOf(file: string): unknown {
  try {
    parseCaptions(file);
  } catch (error) {
    return error instanceof AppError ? error.fields : error;
  }
  return null;
}

/** As YouTube Studio saves automatic captions: words with times, rows that roll up, and repeats of 10 ms. */
const YOUTUBE_AUTOMATIC = `\uFEFFWEBVTT
Kind: captions
Language: ja

00:00:00.160 --> 00:00:02.389 align:start position:0%
 
こんにちは<00:00:00.719><c> 今日は</c>

00:00:02.389 --> 00:00:02.399 align:start position:0%
こんにちは 今日は
 

00:00:02.399 --> 00:00:05.000 align:start position:0%
こんにちは 今日は
値段の<00:00:03.000><c>決め方</c><00:00:03.400><c>です</c>

00:00:05.000 --> 00:00:05.010 align:start position:0%
値段の決め方です
 

00:00:05.010 --> 00:00:09.000 align:start position:0%
値段の決め方です
[音楽]
`;

test("YouTube's automatic captions become one line per row, without tags, repeats and settings", () => {
  for (const file of [YOUTUBE_AUTOMATIC, YOUTUBE_AUTOMATIC.replaceAll("\n", "\r\n")]) {
    const read = parseCaptions(file);
    expect(short(read)).toEqual([
      [160, 2_399, "こんにちは 今日は"],
      [2_399, 5_010, "値段の決め方です"],
      [5_010, 9_000, "[音楽]"],
    ]);
    expect(read.notes).toEqual(["2行は前の行のくり返しのため、除きました。"]);
  }
});

test("SRT of YouTube Studio overlaps, and each line ends where the next begins", () => {
  const read = parseCaptions("1\n00:00:00,160 --> 00:00:04,160\n一つ目\n\n2\n00:00:02,080 --> 00:00:06,000\n二つ目\n");
  expect(short(read)).toEqual([
    [160, 2_080, "一つ目"],
    [2_080, 6_000, "二つ目"],
  ]);
  expect(read.notes).toEqual(["1行は次の行と重なっていたため、次の行が始まるところで終わるようにしました。"]);
});

test("full-width times are times", () => {
  expect(short(parseCaptions("1\n００：０１ --> ００：０２，５\n文"))).toEqual([[1_000, 2_500, "文"]]);
});

test("files of whisper.cpp are read, with speakers, without lengths, and with hours", () => {
  expect(
    short(
      parseCaptions(
        "WEBVTT\n\n00:00:00.000 --> 00:00:04.000\n<v Speaker 0> はい。\n\n00:00:04.000 --> 00:00:08.000\n はい。\n\n01:00:00.000 --> 01:00:00.000\n 終わり\n",
      ),
    ),
  ).toEqual([
    [0, 4_000, "はい。"],
    // The same words said twice.
    [4_000, 8_000, "はい。"],
    [3_600_000, 3_600_001, "終わり"],
  ]);
  expect(short(parseCaptions("1\n00:00:00,000 --> 00:00:04,500\n 本文\n\n\n"))).toEqual([[0, 4_500, "本文"]]);
});

test("notes, styles, regions, names of cues, markup and entities are left out, and other signs stay", () => {
  const file = `WEBVTT - title

STYLE
::cue { color: red }

REGION
id:a

NOTE
この注は読みません

導入
00:01.000 --> 00:02,5 line:0
<b>太字</b>と<ruby>値段<rt>ねだん</rt></ruby> &amp; {\\an8}<i.loud>声</i>
a < b > c
10:00〜12:00に受付

00:03.000 --> 00:04.000


00:00:05.000 --> 00:00:06.000
空行なし
7
00:00:07.000 --> 00:00:08.000
つづき`;
  const read = parseCaptions(file);
  expect(short(read)).toEqual([
    [1_000, 2_500, "太字と値段 & 声\na < b > c\n10:00〜12:00に受付"],
    [5_000, 6_000, "空行なし"],
    [7_000, 8_000, "つづき"],
  ]);
  expect(read.notes).toEqual(["1行は文字がないため、除きました。"]);
});

const FORM = "時間は「00:00:01,000 --> 00:00:03,000」のように書いてください。";

test.each([
  ["a mistyped arrow", "1\n00:00:01,000 -> 00:00:02,000\n文", [`2行目：${FORM}`]],
  ["more than 59 seconds", "1\n00:61 --> 00:75\n文", [`2行目：${FORM}`]],
  ["an end before its start", "\n00:05.000 --> 00:02.000\n文", ["2行目：終わりの時間が、始まりより前です。"]],
  [
    "a text without times, and every other problem",
    "00:01.000 --> 00:02.000\n文\n\n続きの文\n\n00:03.000 --> 00:01.000\n文",
    [
      "4行目：この文の時間がありません。時間の行のすぐ下に、空行を入れずに書いてください。",
      "6行目：終わりの時間が、始まりより前です。",
    ],
  ],
  [
    "a long text",
    `00:01.000 --> 00:02.000\n${"長".repeat(501)}`,
    ["1行目：字幕は1行500文字以内にしてください（501文字あります）。"],
  ],
  [
    "another encoding",
    "00:01.000 --> 00:02.000\n\uFFFD\uFFFD",
    ["2行目：文字が化けています。文字コードをUTF-8にして保存してください。"],
  ],
  [
    "no captions at all",
    "WEBVTT\n\nNOTE なし",
    ["字幕の行が見つかりません。VTTまたはSRT形式のファイルの内容を、時間の行も含めて貼り付けてください。"],
  ],
])("names the line of %s", (_name, file, messages) => {
  expect(errorsOf(file)).toEqual({ text: messages });
});

test("5,000 lines are read quickly, one more is refused, and of many problems twenty are named", () => {
  const files = [5_000, 5_001].map((count) =>
    Array.from({ length: count }, (_, n) => {
      const at = `${Math.floor(n / 3_600)}:${Math.floor(n / 60) % 60}:${n % 60}`;
      return `${n + 1}\n${at},000 --> ${at},900\n${n}番目の文`;
    }).join("\n\n"),
  );
  const start = performance.now();
  expect(parseCaptions(files[0] ?? "").lines).toHaveLength(5_000);
  expect(performance.now() - start).toBeLessThan(2_000);
  expect(errorsOf(files[1] ?? "")).toEqual({ text: ["字幕は5,000行までです（5,001行あります）。"] });
  expect(errorsOf(`00:01 --> 00:02\n${"長い".repeat(200)}\n\n`.repeat(501))).toEqual({
    text: ["字幕は合計200,000文字までです。"],
  });
  const { text } = errorsOf("文\n\n".repeat(25)) as { text: string[] };
  expect([text.length, text.at(-1)]).toEqual([21, "ほかに5件あります。"]);
});

test("no text takes long, whatever its markup", () => {
  const start = performance.now();
  for (const part of ["<rt>", "<c ", "{\\", "<00:00:", "1:", "&amp;", "00:01.000 --> "])
    errorsOf(`00:01.000 --> 00:02.000\n${part.repeat(100_000)}`);
  errorsOf(`00:01.000${"1".repeat(100_000)}`);
  const rows = "行\n".repeat(10_000);
  errorsOf(`00:01.000 --> 00:01.010\n${rows}\n00:01.010 --> 00:01.020\n別\n${rows}`);
  searchTextOf("[".repeat(50_000));
  searchTextOf("［".repeat(50_000));
  expect(performance.now() - start).toBeLessThan(2_000);
});

const SRT = "1\n00:00:01,000 --> 00:00:02,000\n最初\n\n2\n00:00:03,000 --> 00:00:04,000\n次\n";

test.each([
  ["CR LF", "\r\n"],
  ["CR", "\r"],
  ["CR CR LF", "\r\r\n"],
  ["NEL", "\u0085"],
  ["line separators", "\u2028"],
  ["paragraph separators", "\u2029"],
  ["vertical tabs", "\v"],
  ["form feeds", "\f"],
])("lines may end with %s, and the file with an end of MS-DOS", (_name, end) => {
  expect(short(parseCaptions(`${SRT.replaceAll("\n", end)}\u001a`))).toEqual([
    [1_000, 2_000, "最初"],
    [3_000, 4_000, "次"],
  ]);
});

test.each([
  "コメントは <!-- と --> で囲みます",
  "A --> B の順です",
  "-->",
  "右矢印（-->）",
  "x --> 10:00",
  "第1章 --> 第2章",
])("%s is spoken", (text) => {
  expect(short(parseCaptions(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`))).toEqual([[1_000, 2_000, text]]);
});

test("a line that nobody sees is left out", () => {
  for (const text of ["\u200B", "\uFEFF\u2060", "\u3164", "\u00AD \u3000", "\u0007", "<i>\u200B</i>", "&nbsp;"]) {
    const { lines, notes } = parseCaptions(`00:01.000 --> 00:02.000\n${text}\n\n00:03.000 --> 00:04.000\n文\n`);
    expect([lines.length, notes.length], JSON.stringify(text)).toEqual([1, 1]);
  }
});

test("whatever is read can be saved", () => {
  const part = fc.constantFrom(
    ..."\u200B\u00AD\u3164\u2060\uFEFF\u0007\u0085\u001a\t \u3000文a<>&-:,.\n".split(""),
    "-->",
    "<i>",
    "00:05",
    "👨‍👩‍👧",
    "&nbsp;",
  );
  const second = fc.integer({ min: 0, max: 359_999 });
  const cue = fc.tuple(second, fc.integer({ min: 0, max: 5 }), fc.array(part, { maxLength: 8 }));
  const clock = (s: number) => `${Math.floor(s / 3_600)}:${Math.floor(s / 60) % 60}:${s % 60}.999`;
  fc.assert(
    fc.property(fc.array(cue, { minLength: 1, maxLength: 5 }), (cues) => {
      const file = cues
        .map(([at, length, text]) => `${clock(at)} --> ${clock(at + length)}\n${text.join("")}`)
        .join("\n\n");
      let lines: ReadCaptions["lines"];
      try {
        ({ lines } = parseCaptions(file));
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        for (const sentence of (error as AppError).fields?.["text"] ?? [])
          expect(sentence).toMatch(/^\d+行目：|^字幕の行が/);
        return;
      }
      const saved = CaptionsBody.safeParse({ lines, published: false, revision: 0 });
      expect(saved.error?.issues).toBeUndefined();
      if (saved.success) expect(saved.data.lines).toEqual(lines);
    }),
    { numRuns: 500 },
  );
});

test("a line that begins after the film's end is refused, and an offset of hours names its reason", () => {
  const file = (...starts: string[]) => starts.map((at) => `${at}:01.000 --> ${at}:02.000\n文\n`).join("\n");
  expect(errorsOf(file("00:00", "00:09"))).toBeNull();
  const refused = (text: string, duration: number) => {
    try {
      return parseCaptions(text, duration).notes;
    } catch (error) {
      return (error as AppError).fields?.["text"];
    }
  };
  expect(refused(file("00:00", "00:09"), 600)).toEqual([]);
  expect(refused(file("00:00", "00:10", "02:00"), 600)).toEqual([
    "4行目：時間が動画の長さ（10:00）を超えています（10:01）。",
    "7行目：時間が動画の長さ（10:00）を超えています（2:00:01）。",
  ]);
  for (const hours of [1, 10]) {
    const shifted = refused(file(`${hours}:00`, `${hours}:09`), 600);
    expect(shifted).toEqual([
      `1行目：字幕が${hours}時間遅れて始まっています（動画の長さは10:00です）。編集ソフトの開始タイムコードを00:00:00にして、書き出し直してください。`,
    ]);
  }
  expect(refused(file("01:00", "01:30"), 7_200)).toEqual([]);
});

test("a spoken number is no numbering", () => {
  const file = "00:01.000 --> 00:02.000\n10\n00:02.000 --> 00:03.000\n9\n\n2\n00:03.000 --> 00:04.000\n8\n";
  expect(short(parseCaptions(file)).map(([, , text]) => text)).toEqual(["10", "9", "8"]);
});
