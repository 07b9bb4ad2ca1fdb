import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { expect, test } from "vitest";
import { countedTerm, createMarks } from "./search-term.ts";

test.each([
  "taro@example.com",
  "ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ",
  "taro%40example.com",
  ...["090-1234-5678", "090ー1234ー5678", "090−1234−5678", "(090) 1234/5678", "０９０＿１２３４＿５６７８"],
  "https://example.com/x",
  "あ".repeat(51),
  " ",
])("counts no keyword for %j", (query) => expect(countedTerm(searchWords(query))).toBeNull());

test.each(["2024年3月", "html5 入門", "アプリ 1000円"])("counts a keyword for %j", (query) =>
  expect(countedTerm(searchWords(query))).not.toBeNull(),
);

test("counts spellings of one keyword together", () => {
  expect(new Set(["サーバー", "ｻｰﾊﾞｰ", "さーば"].map((query) => countedTerm(searchWords(query)))).size).toBe(1);
});

test("a member always has the same of 64 marks, which many members share", () => {
  const markOf = createMarks(Buffer.from("a key"));
  const marks = Array.from({ length: 1_000 }, (_, id) => markOf(id));
  expect(marks).toEqual(Array.from({ length: 1_000 }, (_, id) => markOf(id)));
  expect(new Set(marks).size).toBe(64);
  const others = Array.from({ length: 1_000 }, (_, id) => createMarks(Buffer.from("another key"))(id));
  expect(others).not.toEqual(marks);
});
