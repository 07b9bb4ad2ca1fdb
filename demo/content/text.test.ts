import { expect, test } from "vitest";
import { captions, chapter, paragraphs } from "./text.ts";

test("paragraphs removes the indentation and keeps empty lines", () => {
  expect(
    paragraphs(`
      一行目

      三行目
    `),
  ).toBe("一行目\n\n三行目");
});

test("a chapter line gives the second, the title and the description", () => {
  expect(chapter("1:05 見出し　その２｜説明です。")).toEqual({
    time_seconds: 65,
    title: "見出し　その２",
    description: "説明です。",
  });
});

test.each(["見出し｜説明", "0:75 見出し｜説明", "0:10 見出し", "0:10 ｜説明"])("refuses %s", (line) => {
  expect(() => chapter(line)).toThrow(line);
});

test("captions stay for as long as it takes to say them, and end before the next line and the video", () => {
  const lines = ["0:01 短い、文。", `0:10 ${"あ".repeat(35)}`, `0:12 ${"い".repeat(35)}`];
  expect(captions(lines, 15).map(({ starts_ms, ends_ms }) => [starts_ms, ends_ms])).toEqual([
    [1_000, 2_580],
    [10_000, 12_000],
    [12_000, 15_000],
  ]);
  expect(() => captions(["0:75 文"], 90)).toThrow("0:75 文");
});
