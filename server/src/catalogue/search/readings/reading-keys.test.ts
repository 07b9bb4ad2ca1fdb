import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import { describe, expect, test } from "vitest";
import { possibleReadings } from "./kanji-readings.ts";
import { keyOfReading, keysOfTokens } from "./reading-keys.ts";
import { openAnalyser } from "./analyser.ts";

const keysOf = openAnalyser();

describe("a text is found by kana", () => {
  test.each([
    ["数字を入れるだけで伝わる、見出しのビフォー・アフター", ["みだし", "すうじ", "ミダシ"]],
    ["値下げより先に試したい、価格の見せ方", ["ねさげ", "かかく", "みせかた"]],
    ["案件獲得と価格設定", ["あんけん", "かくとく", "あんけんかくとく", "かかくせってい"]],
    ["買ってくれた人に送る、お礼メール三通の型", ["おれい", "かう", "おれいメール", "おくる"]],
    ["読みにくい一文の見つけ方", ["よむ", "みつけかた"]],
    ["半角カナの名簿をPythonで整える", ["はんかくかな", "めいぼ", "ととのえる"]],
  ])("%s", (text, kana) => {
    const keys = keysOf(text);
    for (const word of kana) expect(keys, word).toContain(keyOfReading(normalizeForSearch(word)));
  });

  test.each([
    ["見出しの作り方", ["みだしの", "だし", "しの", "のつくりかた", "み"]],
    ["オンライン講座", ["らいん", "おんら"]],
    ["そのときの方へ", ["その", "とき", "ほう"]],
    ["AI活用", ["えーあいかつよう"]],
  ])("%s, but not by a part of a word, by particles, or by kana that stands in it", (text, kana) => {
    const keys = keysOf(text);
    for (const word of kana) expect(keys, word).not.toContain(keyOfReading(word));
  });
});

test("readings of one character, and of more than sixteen, have no key", () => {
  expect(keyOfReading("め")).toBeNull();
  expect(keyOfReading("あ".repeat(17))).toBeNull();
  expect(keyOfReading("あ".repeat(16))).not.toBeNull();
});

test("a final long-vowel mark makes no difference, as in words of a search", () => {
  expect(keyOfReading("でざいなー")).toBe(keyOfReading("でざいな"));
});

test("long vowels make no difference in long words, as in rōmaji", () => {
  expect(keyOfReading("せいきゅしょ")).toBe(keyOfReading("せいきゅうしょ"));
  expect(keyOfReading("きゃっちこぴい")).toBe(keyOfReading("きゃっちこぴー"));
  expect(keyOfReading("おばさん")).not.toBe(keyOfReading("おじさん"));
  expect(keyOfReading("こい")).not.toBe(keyOfReading("こうい"));
});

test("the keys of words in hiragana are left out", () => {
  expect(keysOfTokens([{ surface: "ください", reading: "クダサイ", partOfSpeech: "名詞" }])).toEqual([]);
});

describe("other spellings of a word have a key in common", () => {
  test.each([
    ["申し込みの期限", ["申込"]],
    ["打ち合わせ", ["打合"]],
    ["インターフェースの設計", ["いんたふぇす", "いんたーふぇーす"]],
  ])("%s", (text, spellings) => {
    const keys = keysOf(text);
    for (const spelling of spellings) expect(keys, spelling).toContain(keyOfReading(spelling));
  });
});

test("a word that an input method converted to wrong kanji has the reading of the right one", () => {
  expect(possibleReadings("受容")).toContain("じゅよう");
  expect(possibleReadings("疑似録")).toContain("ぎじろく");
  expect(possibleReadings("書きかた")).toContain("かきかた");
  expect(possibleReadings("AI録")).toEqual([]);
});
