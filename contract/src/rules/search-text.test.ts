import { describe, expect, test } from "vitest";
import { normalizeForSearch, searchWords } from "./search-text.ts";

describe("the form of texts for comparison", () => {
  test.each([
    ["ＳＥＯ１２３", "seo123", "full width"],
    ["ｺﾋﾟｰﾗｲﾃｨﾝｸﾞ", "こぴーらいてぃんぐ", "half-width katakana with their marks"],
    ["コピーライティング", "こぴーらいてぃんぐ", "katakana"],
    ["ヴヵヶヽヾ", "ゔゕゖゝゞ", "rare katakana"],
    ["か\u3099", "が", "combining marks"],
    ["㈱①㌔", "(株)1きろ", "compatibility characters"],
    ["ΣΑΣ", "σασ", "final sigma"],
    ["葛\u{E0100}飾\uFE0F の\u200B本", "葛飾 の本", "invisible characters"],
    ["  a\u3000b\t\n c ", "a b c", "white space of every kind"],
    ["100%_\\", "100%_\\", "special characters of SQL"],
    ["𠮷野家👍🏽", "𠮷野家👍🏽", "characters of two units"],
  ])("%s → %s (%s)", (text, normal) => {
    expect(normalizeForSearch(text)).toBe(normal);
  });

  test.each([..."ーｰ-‐‑‒–—―−─━~～〜∼－"])("サ%sバ%s is サーバー", (mark) => {
    expect(normalizeForSearch(`サ${mark}バ${mark}`)).toBe("さーばー");
  });

  test("a dash after other characters than kana stays unchanged", () => {
    expect(normalizeForSearch("B2B-SaaS −5 第1−2章 〜入門〜")).toBe("b2b-saas −5 第1−2章 〜入門〜");
  });

  test("normalising twice changes nothing", () => {
    for (const text of ["ｻｰﾊﾞｰ－Ａ", "データ〜〜分析", "ǅ İ ﬁ ẛ̣"]) {
      expect(normalizeForSearch(normalizeForSearch(text))).toBe(normalizeForSearch(text));
    }
  });
});

describe("the words of a query", () => {
  test.each([
    ["", []],
    [" \u3000\u200B ", []],
    ["広告　コピー ads", ["広告", "こぴー", "ads"]],
    ["Web WEB ｗｅｂ", ["web"]],
    ["サーバー", ["さーば"]],
    ["サーバ", ["さーば"]],
    ["キー", ["きー"]],
    ["ー", ["ー"]],
    ["すごーー", ["すごー"]],
    ["a-", ["a-"]],
  ])("%j → %j", (query, words) => {
    expect(searchWords(query)).toEqual(words);
  });
});
