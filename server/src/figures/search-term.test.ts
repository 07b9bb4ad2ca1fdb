import { expect, test } from "vitest";
import { countedTerm, createMarks } from "./search-term.ts";

test.each([
  "taro@example.com",
  "ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ",
  "090-1234-5678",
  "https://example.com/x",
  "あ".repeat(51),
  " ",
])("counts no keyword for %j", (query) => expect(countedTerm(query)).toBeNull());

test("counts spellings of one keyword together", () => {
  expect(new Set(["サーバー", "ｻｰﾊﾞｰ", "さーば"].map(countedTerm)).size).toBe(1);
});

test("a member always has the same of 64 marks, which many members share", () => {
  const markOf = createMarks(Buffer.from("a key"));
  const marks = Array.from({ length: 1_000 }, (_, id) => markOf(id));
  expect(marks).toEqual(Array.from({ length: 1_000 }, (_, id) => markOf(id)));
  expect(new Set(marks).size).toBe(64);
  const others = Array.from({ length: 1_000 }, (_, id) => createMarks(Buffer.from("another key"))(id));
  expect(others).not.toEqual(marks);
});
