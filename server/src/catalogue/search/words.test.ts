import { expect, test } from "vitest";
import { SEARCH_MAX } from "@manabiya/contract/rules/search-text.ts";
import { Synonyms } from "./synonyms.ts";
import { readQuery } from "./words.ts";

const PARTICLES = ["とは", "から", "まで", "より", "って", "はと", "でも", "とはでもから"];

test("repeated particles cost no time", () => {
  const startedAt = performance.now();
  // The last letter is no particle and begins no phrase. If each particle doubled the time, the test would not end.
  for (const particle of PARTICLES)
    readQuery(`${particle.repeat(SEARCH_MAX).slice(0, SEARCH_MAX / 2)}ん`, new Synonyms([]));
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test("a phrase loses all particles at its end", () => {
  const readings = readQuery("単価とは 単価からのは", new Synonyms([])).map((words) => words.map(({ text }) => text));
  expect(readings.at(-1)).toEqual(["単価"]);
});

test("a synonym of invisible characters finds nothing", () => {
  const synonyms = new Synonyms(["値付け、\u00ad、価格", "値付け、\u200b"]);
  expect(synonyms.find("値付け")).toEqual(["価格"]);
});
