import { expect, test } from "vitest";
import { nfkc } from "./nfkc.ts";

const UNUSED = /[\p{Cn}\p{Co}\p{Cs}]/u;
const points = Array.from({ length: 0x11_0000 }, (_, point) => String.fromCodePoint(point)).filter(
  (point) => !UNUSED.test(point),
);

test("is NFKC for every character, alone and between others", () => {
  for (let start = 0; start < points.length; start += 500) {
    const text = points
      .slice(start, start + 500)
      .map((point) => `か${point}゛${point}a`)
      .join("");
    if (nfkc(text) !== text.normalize("NFKC")) expect.fail(`after ${points[start]}`);
  }
});

test("takes a linear time for every character that can stand in a run of marks, and gives a text that it keeps", () => {
  const MARKS_ONLY = /^\p{M}+$/u;
  const marks = points.filter((point) => MARKS_ONLY.test(point.normalize("NFKD")));
  expect(marks.length).toBeGreaterThan(2000);
  for (const mark of marks) {
    const normal = nfkc(`a${`${mark}\u0327`.repeat(700)}`);
    expect([...normal].length, mark.codePointAt(0)?.toString(16)).toBeLessThan(32);
    expect(nfkc(normal)).toBe(normal);
  }
});

test.each(["\u0300\u0327", "\uff9e\u0327", "\u0f73\u0f71", "が\u0327", "ﷺ"])("2 MB of %j take no minutes", (unit) => {
  const started = Date.now();
  nfkc("か".padEnd(1_000_000, unit));
  expect(Date.now() - started).toBeLessThan(10_000);
});
