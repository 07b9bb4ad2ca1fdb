import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { LandingContent } from "@manabiya/contract/site/landing/content.ts";
import { LANDINGS } from "@manabiya/contract/site/landing/documents.ts";
import type { PublishedPages } from "@manabiya/contract/site/published-pages.ts";
import { expect, test } from "./fixtures.ts";

const DIST = fileURLToPath(new URL("../web/dist/", import.meta.url));
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const MARK = "■";

/** Texts of a landing page that belong to the product: its navigation, its plans, and names that laws give. */
const VOCABULARY = [
  "お使いのブラウザーでは、このサイトを正しく表示できません。Safari 17.5、Chrome 123、Firefox 125以降の新しいブラウザーでご覧ください。",
  ...["本文へ移動", "ログイン", "会員登録", "アカウント", "お申し込み", "無料で見る", "サイト情報"],
  ...["月額プラン", "／月（税込）", "年額プラン", "／年（税込）", "1週間の無料体験", "0円", "無料体験を見てみる"],
  // These describe the screenshots.
  "検索結果の画面。動画の下に、検索した言葉のある場面が、時刻つきで並んでいます。",
  "動画のメモの画面。書いたメモの一つずつに、再生位置の時刻がついています。",
  "今日の学習の画面。15分に収まる動画の合計時間と、学んだ時間が表示されています。",
  "コースの画面。7本のうち何本が完了したかと、残りの時間が表示されています。",
  // The length of a video, as it is spoken.
  "1分2秒",
  ...["利用規約", "プライバシーポリシー", "よくある質問", "お問い合わせ", "特定商取引法に基づく表記"],
];

/** Values of the content that are no texts. */
const NO_TEXTS = ["name", "href", "shown"];
/** The section of the drawings. An operator who hides it sees none of the other drawings with texts, either. */
const DRAWN = ["story"];

function marked({ ...content }: LandingContent): LandingContent {
  content.sections = content.sections.map(({ name }) => ({ name, shown: !DRAWN.includes(name) }));
  const copy = JSON.parse(JSON.stringify(content), (key, value: unknown) =>
    typeof value === "string" && !NO_TEXTS.includes(key) ? MARK : value,
  ) as LandingContent;
  return { ...copy, teacher: { ...copy.teacher, name: MARK } };
}

/** Texts between tags and in attributes that visitors read or hear. */
function textsOf(html: string): string[] {
  const visible = html
    .replaceAll("<wbr/>", "")
    .replaceAll("<wbr>", "")
    .split(/<[^>]*>/);
  const attributes = [...html.matchAll(/(?:aria-label|alt|title|content)="([^"]*)"/g)].map(([, text = ""]) => text);
  return [...visible, ...attributes].map((text) => text.trim()).filter((text) => JAPANESE.test(text));
}

for (const variant of ["a", "b"] as const) {
  test(`no text of landing page ${variant} is out of the operator's reach`, async () => {
    const { renderLanding } = (await import(`${DIST}.render/published-pages.js`)) as PublishedPages;
    const { defaults } = LANDINGS[variant];
    const videos = ["1", "2", "3"].map((name) => ({ title: MARK, length: "1:02", picture: `/${name}.webp` }));
    const lessons = [{ id: 1, title: MARK, length: "", picture: "/4.webp" }];
    const showcase = { count: 3, videos, lessons };
    const render = (content: LandingContent) => renderLanding(variant, content, { stylesheet: "/x.css", showcase });
    expect(textsOf(render(defaults))).toContain(defaults.hero.audience);
    expect(textsOf(render(marked(defaults))).filter((text) => !VOCABULARY.includes(text))).toEqual([]);
  });
}

test("no other page of the build names the business, its subjects or its prices", () => {
  const { about, hero } = LANDINGS.a.defaults;
  const words = [...about.subjects.map(({ title }) => title), hero.audience, LANDINGS.b.defaults.hero.audience];
  const prices = ["学び舎", "1,650", "16,500", "1,375"];
  const files = globSync(["*.html", "assets/*.js"], { cwd: DIST, exclude: ["landing.html", "freelanding.html"] });
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) => {
    const text = readFileSync(DIST + file, "utf8");
    return [...words, ...prices].filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});
