import { expect, test } from "vitest";
import { runningLine } from "./running-line.ts";
import { linesWith, searchable } from "./transcript-search.ts";

const LINES = [
  { starts_ms: 0, text: "ＣｈａｔＧＰＴに頼みます" },
  { starts_ms: 4_500, text: "サーバーの値段は ３つの段です" },
  { starts_ms: 9_000, text: "ｻｰﾊﾞを止めてから、chatgptで直します" },
];

test.each([
  ["chatgpt", [0, 2]],
  ["ChatGPT", [0, 2]],
  ["さーばー", [1, 2]],
  ["サーバ 止めて", [2]],
  ["3つ　値段", [1]],
  ["メール", []],
  ["  ", []],
])("a search in the transcript for %s has the lines %j, whatever the width, case and kana", (query, found) => {
  expect(linesWith(query, searchable(LINES))).toEqual(found);
});

test("the current line is the last one that has begun, also in a pause and a moment before its time", () => {
  expect(runningLine([], 5)).toBe(-1);
  expect(runningLine([{ starts_ms: 2_000 }], 1)).toBe(-1);
  expect([0, 4.4, 4.46, 4.5, 8.9, 9, 1_000].map((second) => runningLine(LINES, second))).toEqual([0, 0, 1, 1, 1, 2, 2]);
});
