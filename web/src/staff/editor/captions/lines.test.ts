import { expect, test } from "vitest";
import {
  addAfter,
  asSrt,
  asVtt,
  checkLines,
  formatTime,
  inOrder,
  mergeWithNext,
  shiftAll,
  splitLine,
  spokenLines,
  typedLines,
} from "./lines.ts";

const SPOKEN = [
  { starts_ms: 0, ends_ms: 4_000, text: "値段は困りごとから決めます" },
  { starts_ms: 4_000, ends_ms: 6_500, text: "A < B & C" },
  { starts_ms: 3_725_050, ends_ms: 3_726_000, text: "最後の\n\n一言" },
];
const LINES = typedLines(SPOKEN);

test("times come back as they were stored", () => {
  expect(spokenLines(LINES)).toEqual(SPOKEN);
  expect(formatTime(3_725_050)).toBe("1:02:05.050");
});

test("a line is split at the caret and in proportion to its text, and merged again", () => {
  const split = splitLine(LINES, 0, 3);
  expect(split.slice(0, 2).map(({ starts, ends, text }) => [starts, ends, text])).toEqual([
    ["00:00.000", "00:00.923", "値段は"],
    ["00:00.923", "00:04.000", "困りごとから決めます"],
  ]);
  expect(new Set(split.map(({ key }) => key)).size).toBe(4);
  expect(splitLine(LINES, 0, 0)[0]?.text).toBe("値段は困りごと");
  expect(mergeWithNext(split, 0)[0]).toMatchObject({ ends: "00:04.000", text: "値段は\n困りごとから決めます" });
  expect(mergeWithNext(LINES, 2)).toEqual(LINES);
});

test("a new line follows the one above, and all lines shift together or not at all", () => {
  expect(addAfter(LINES, 1)[2]).toMatchObject({ starts: "00:06.500", ends: "00:08.500", text: "" });
  expect(addAfter([], -1)).toMatchObject([{ starts: "00:00.000", ends: "00:02.000" }]);
  expect(shiftAll(LINES, 1_500)?.map(({ starts }) => starts)).toEqual(["00:01.500", "00:05.500", "1:02:06.550"]);
  expect(shiftAll(LINES, -1)).toBeNull();
});

test("every wrong field has its message, and order repairs lines out of order", () => {
  const wrong = [{ key: 0, starts: "x", ends: "00:01", text: " " }, ...LINES.toReversed()];
  expect(Object.keys(checkLines(wrong))).toEqual([
    "lines.0.starts",
    "lines.0.text",
    "lines.2.starts",
    "lines.3.starts",
  ]);
  expect(checkLines([{ key: 0, starts: "00:02", ends: "00:02", text: "長".repeat(501) }])).toEqual({
    "lines.0.ends": "終わりは、始まりより後の時間にしてください。",
    "lines.0.text": "字幕は500文字以内で入力してください。",
  });
  expect(inOrder(LINES.toReversed())).toEqual(LINES);
});

test("the files escape what VTT would read as markup, and no text ends its cue", () => {
  expect(asVtt(SPOKEN)).toBe(
    [
      "WEBVTT\n\n00:00:00.000 --> 00:00:04.000\n値段は困りごとから決めます\n",
      "00:00:04.000 --> 00:00:06.500\nA &lt; B &amp; C\n",
      "01:02:05.050 --> 01:02:06.000\n最後の\n一言\n",
    ].join("\n"),
  );
  expect(asSrt(SPOKEN)).toContain("2\n00:00:04,000 --> 00:00:06,500\nA < B & C\n");
});
