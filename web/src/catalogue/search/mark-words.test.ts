import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { expect, test } from "vitest";
import { markWords } from "./mark-words.ts";

test.each([
  ["売れるコピーの書き方", "コピー", "売れる[コピー]の書き方"],
  ["売れるコピーの書き方", "こぴ", "売れる[コピー]の書き方"],
  ["売れるｺﾋﾟｰの書き方", "コピーの", "売れる[ｺﾋﾟｰの]書き方"],
  ["Ｗｅｂサイトの作り方", "web 作り", "[Ｗｅｂ]サイトの[作り]方"],
  ["ﾊﾞﾅｰ広告", "バナー広告", "[ﾊﾞﾅｰ広告]"],
  ["㌔と①", "1", "㌔と[①]"],
  ["㌔と①", "ロ", "[㌔]と①"],
  ["か\u3099く", "が", "[か\u3099]く"],
  ["👩‍💻と広告", "広告", "👩‍💻と[広告]"],
  ["サ－バ－を借りる", "サーバー", "[サ－バ－]を借りる"],
  ["  広告　　入門 ", "広告 入門", "  [広告]　　[入門] "],
  ["AIAIA", "aia", "[AIA]IA"],
  ["広告の広告", "広告", "[広告]の[広告]"],
  ["広告費", "告費 広告", "[広告費]"],
  ["SEO入門", "広告", "SEO入門"],
  ["SEO入門", "", "SEO入門"],
  ["", "広告", ""],
])("%s, searched for %s: %s", (text, query, marked) => {
  const stretches = markWords(text, searchWords(query));
  expect(stretches.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join("")).toBe(marked);
});
