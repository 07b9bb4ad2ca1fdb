import { expect, test } from "vitest";
import { SEARCH_MAX } from "@manabiya/contract/rules/search-text.ts";
import { Synonyms } from "../synonyms.ts";
import { wordOf } from "./spellings.ts";
import { tokensOf } from "./tokens.ts";
import { Vocabulary } from "../vocabulary.ts";

const rawOf = (query: string, names: string[] = []) =>
  tokensOf(query, (text) => names.includes(text)).map((group) => group.map(({ raw }) => raw).join("|"));

test.each([
  ["値段はどうやって決める？", ["値段", "はどうやって", "決める"]],
  ["#見出し「件名」。", ["見出し", "件名"]],
  ["価格設定のコツ", ["価格|設定", "の", "コツ"]],
  ["ランディングページ", ["ランディングページ"]],
  ["C++ 3.5倍", ["C++", "3.5|倍"]],
  ["👍", ["👍"]],
  ["こぴー", ["こぴー"]],
  ["コピ− ｻ~ﾊﾞ〜移転", ["コピー", "サーバー|移転"]],
])("the tokens of %s touch each other in groups, without signs", (query, groups) => {
  expect(rawOf(query)).toEqual(groups);
});

test.each([
  ["からあげの作り方", ["からあげ", "の", "作り方"]],
  ["ぺいぺい 手数料", ["ぺいぺい", "手数料"]],
  ["ものの作り方", ["ものの", "作り方"]],
  ["みつもりのだしかた", ["みつもり", "のだしかた"]],
  ["せどりで稼ぐ", ["せどり", "で", "稼ぐ"]],
  ["どうやって決める", ["どうやって", "決める"]],
  ["ちずに 載せる", ["ちず", "に", "載せる"]],
  ["ねこが 逃げる", ["ねこ", "が", "逃げる"]],
])("the noun with which %s begins is apart from its particle", (query, groups) => {
  expect(rawOf(query)).toEqual(groups);
});

test("a name stays whole, also one of several words", () => {
  expect(rawOf("お客様の声を集める", ["お客様の声"])).toEqual(["お客様の声", "を", "集める"]);
  expect(rawOf("LP landing page 例", ["landing page", "lp"])).toEqual(["LP", "landing page", "例"]);
});

test("long queries of one script cost no time", () => {
  const startedAt = performance.now();
  for (const text of ["とは", "漢", "カ", "a-", "3"]) rawOf(text.repeat(SEARCH_MAX).slice(0, SEARCH_MAX));
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test("a synonym of invisible characters finds nothing", () => {
  const synonyms = new Synonyms(["値付け、\u00ad、価格", "値付け、\u200b"]);
  expect(synonyms.find("値付け")).toEqual(["価格"]);
});

test.each([
  ["渡邉", ["渡辺"]],
  ["色色", ["色々"]],
  ["個々", ["個個"]],
  ["十五分", ["15分"]],
  ["百二十人", ["120人"]],
  ["3", ["三"]],
  ["申し込み", ["申し込", "申込"]],
  ["伸びる", ["伸"]],
  ["口コミ", []],
])("%s is also written otherwise", (query, others) => {
  const [[token] = []] = tokensOf(query, (text) => text === "口こみ");
  expect(token && wordOf(token, new Synonyms([])).others).toEqual(others);
});

const vocabulary = new Vocabulary([
  ...[
    "ステップメール",
    "クラウドソーシング",
    "WordPress",
    "ワードプレス",
    "first view",
    "ペルソナ",
    "スプレッドシート",
  ],
  ...["ポートフォリオ", "バリデーション", "値段", "Function Calling", "請求書", "よくある質問"],
]);

test.each([
  ["すてめ", "ステップメール"],
  ["くらそ", "クラウドソーシング"],
  ["すぷし", "スプレッドシート"],
  ["ぽとふぉ", "ポートフォリオ"],
  ["ばりで", "バリデーション"],
  ["わぷれ", "ワードプレス"],
  ["wp", "WordPress"],
  ["fv", "first view"],
  ["ぺるなそ", "ペルソナ"],
  ["ねだん", "値段"],
  ["せいきゅうしゅ", "請求書"],
  ["よくあるしつもな", "よくある質問"],
  ["ねだす", null],
  ["ネダン", null],
  ["fucntion", "function"],
  ["ぺるそな", null],
  ["すぺめ", null],
  ["xy", null],
])("%s stands for %s", (word, meant) => {
  expect(vocabulary.correct(word)).toBe(meant);
});
