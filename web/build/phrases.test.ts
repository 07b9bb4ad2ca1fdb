import { expect, test } from "vitest";
import { withPhraseBreaks, withPhraseBreaksInJsx } from "./phrases.ts";

test.each([
  [
    "<h1>つくれる人が、売れる人になる。</h1>",
    '<h1><span class="break-keep">つくれる<wbr/>人が、<wbr/>売れる<wbr/>人に<wbr/>なる。</span></h1>',
  ],
  [
    '<p class="mt-2 phrase">「いつか」を、今夜に</p>',
    '<p class="mt-2 phrase"><span class="break-keep">「いつか<span class="whitespace-nowrap">」を</span>、<wbr/>今夜に</span></p>',
  ],
  ["<p>つくれる人が、売れる人になる。</p>", "<p>つくれる人が、売れる人になる。</p>"],
  ["<h2>SEO <b>Basics</b></h2>", "<h2>SEO <b>Basics</b></h2>"],
])("%s in a page", (html, expected) => {
  expect(withPhraseBreaks(html)).toBe(expected);
});

test.each([
  [
    '<Outcome tone="danger" title="お支払いを完了できませんでした" />',
    '<Outcome tone="danger" title={<span className="break-keep">お支払いを<wbr/>完了できませんでした</span>} />',
  ],
  [
    "<Button onClick={order}>\n  {NAME[plan]}を申し込む（お支払いへ進む）\n</Button>",
    '<Button onClick={order}><span className="break-keep">{NAME[plan]}を<wbr/>申し込む<wbr/>（お支払いへ<wbr/>進む）</span></Button>',
  ],
  ["<h1>お支払いの確認</h1>", "<h1>お支払いの確認</h1>"],
  [
    '<h1>{is ? "お支払いの結果を確認できません" : null}</h1>',
    '<h1>{is ? "お支払いの結果を確認できません" : null}</h1>',
  ],
  ["<p>お支払いの結果を確認できませんでした</p>", "<p>お支払いの結果を確認できませんでした</p>"],
])("%s in a component", (source, expected) => {
  expect(withPhraseBreaksInJsx(source)).toBe(expected);
});
