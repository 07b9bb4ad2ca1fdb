import { chaptersIn } from "@manabiya/contract/rules/description-chapters.ts";
import { expect, test } from "vitest";
import { textSegments } from "../../../catalogue/text/text-segments.ts";
import { withEntry } from "./entry.ts";

const QUESTION = { second: 754, text: "https://example.com/ はなぜ？", answer: "1:00で話します。" };

test("questions and answers follow the description under one heading, and each stands there once", () => {
  const once = withEntry("紹介", QUESTION);
  const entry = "質問（12:34）：example.com/ はなぜ？\n回答：1:00で話します。";
  expect(once).toBe(`紹介\n\n質問と回答\n\n${entry}`);
  expect(withEntry(once, QUESTION)).toBe(once);
  expect(withEntry(once, { ...QUESTION, second: 5 })).toBe(`${once}\n\n${entry.replace("12:34", "0:05")}`);
  expect(withEntry("", QUESTION)).toMatch(/^質問と回答/);
});

test("the time seeks and names no chapter, and a member's words make no link", () => {
  const text = withEntry("", QUESTION);
  expect(chaptersIn(text)).toEqual([]);
  const segments = textSegments(text, 900).flatMap(({ type, text }) => (type === "words" ? [] : [[type, text]]));
  expect(segments).toEqual([
    ["time", "12:34"],
    ["time", "1:00"],
  ]);
});
