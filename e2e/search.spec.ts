import type { Page } from "@playwright/test";
import type { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import { HITS_MAX } from "@manabiya/contract/rules/search-text.ts";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { ask } from "./demo-videos.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, test, LONG } from "./fixtures.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const CALL = "/api/videos/search/";
const MEMBER = "yearly@example.com";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const titles = (page: Page) => cards(page).getByRole("heading");
const chapters = (page: Page) => page.getByRole("list", { name: "見つかったチャプター" });
const field = (page: Page) => page.getByRole("combobox", { name: "検索キーワード" });
const main = (page: Page) => page.getByRole("main");
const path = (q: string, type = "all") => `/search?${new URLSearchParams({ q, type })}`;

test.describe("Search", () => {
  test("finds a video and the second of a chapter", async ({ page }) => {
    await enterAs(page, MEMBER, "/playlists");
    await page.setViewportSize(PHONE);
    await page.getByRole("button", { name: "探す" }).click();
    await field(page).fill("見出し");
    await field(page).press("Enter");
    await expect(page).toHaveURL(path("見出し"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("「見出し」の検索結果");
    await expect(main(page).locator("mark").first()).toHaveText("見出し");
    await expectAccessible(page);
    await expectToFit(page);

    const { results } = await ask<{ results: SearchHit[] }>(page, `${CALL}?q=見出し`);
    const hit = results.find(({ chapter_hits }) => chapter_hits.length > 0);
    const [chapter] = hit?.chapter_hits ?? [];
    if (!hit || !chapter) throw new Error("No chapter of the demo is found by 見出し");
    const link = cards(page)
      .filter({ hasText: hit.title })
      .getByRole("link", { name: new RegExp(`^[\\d時間分秒]+秒? ${chapter.title}$`) });
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await link.click();
      await expect(page).toHaveURL(`/video/${hit.id}?t=${chapter.time_seconds}`);
      if (size === PHONE) await page.goBack();
    }
  });

  test("is narrowed by scope and category, both in the address", async ({ page }) => {
    await enterAs(page, MEMBER, path("コピー"));
    await expect(cards(page).first()).toBeVisible();
    const all = await cards(page).count();
    const scope = page.getByRole("combobox", { name: "検索の対象" });
    await expect(scope).toHaveCount(1);
    await scope.selectOption("タイトル");
    await expect(page).toHaveURL(path("コピー", "title"));
    await expect(main(page)).toBeFocused();
    await expect.poll(() => cards(page).count()).toBeLessThan(all);
    for (const title of await titles(page).all()) await expect(title.locator("mark")).not.toHaveCount(0);
    await page.setViewportSize(PHONE);
    await main(page).getByRole("combobox", { name: "カテゴリー" }).selectOption("プロンプト設計");
    await expect(page).toHaveURL(/&category=\d+$/);
    await expect(titles(page)).toHaveCount(1);
    await expectAccessible(page);
    await page.goBack();
    await expect(page).toHaveURL(path("コピー", "title"));
  });
});

for (const [usual, ...others] of [
  ["コピー", "こぴー", "ｺﾋﾟｰ", "コピ−"],
  ["web", "ＷＥＢ", "Web", "ｗｅｂ"],
  ["広告 小さな", "広告　小さな", "小さな 広告"],
] as [string, string, ...string[]][]) {
  test(`Search finds and marks the same for ${[usual, ...others].join(", ")}`, async ({ page }) => {
    await enterAs(page, MEMBER, path(usual));
    await expect(cards(page).first()).toBeVisible();
    const found = await titles(page).allTextContents();
    const marks = await titles(page).locator("mark").allTextContents();
    expect(marks.length).toBeGreaterThan(0);
    for (const other of others) {
      const { results } = await ask<{ results: SearchHit[] }>(page, `${CALL}?${new URLSearchParams({ q: other })}`);
      expect(results.map(({ title }) => title)).toEqual(found);
    }
    // One function marks the words in every spelling.
    await page.goto(path(others[0]));
    await expect(titles(page)).toHaveText(found);
    await expect(titles(page).locator("mark")).toHaveText(marks);
  });
}

test("Search results have pages and an order", LONG, async ({ page }) => {
  await enterAs(page, MEMBER, path("る"));
  await expect(cards(page)).toHaveCount(20);
  await page.getByRole("navigation", { name: "ページ" }).getByRole("link", { name: "次へ" }).click();
  await expect(page).toHaveURL(`${path("る")}&page=2`);
  await page.getByRole("combobox", { name: "並び順" }).selectOption("古い順");
  await expect(page).toHaveURL(`${path("る")}&sort=oldest`);
});

test("Search by relevance begins with titles, and the next search keeps the order", async ({ page }) => {
  const order = page.getByRole("combobox", { name: "並び順" });
  await enterAs(page, MEMBER, path("見出し"));
  await expect(cards(page).first()).toBeVisible();
  await expect(order).toHaveValue("newest");
  await expect(titles(page).first().locator("mark")).toHaveCount(0);
  await order.selectOption("関連度順");
  await expect(page).toHaveURL(`${path("見出し")}&sort=relevance`);
  await expect(titles(page).first().locator("mark")).toHaveText("見出し");
  await expectAccessible(page);
  await expectToFit(page);
  await field(page).fill("件名");
  await field(page).press("Enter");
  await expect(page).toHaveURL(path("件名"));
  await expect(order).toHaveValue("relevance");
  await expect(titles(page).first().locator("mark").first()).toHaveText("件名");
  await order.selectOption("新しい順");
  await page.goto(path("見出し"));
  await expect(order).toHaveValue("newest");
  await expect(titles(page).first().locator("mark")).toHaveCount(0);
});

test("Search finds kanji by kana and by rōmaji, and a phrase by its words", async ({ page }) => {
  await enterAs(page, MEMBER, "/playlists");
  for (const [words, title] of [
    ["ぎじろく", "会議の録音から議事録まで"],
    ["gijiroku", "会議の録音から議事録まで"],
    ["メルマガの書き方", "メルマガ件名の直し方"],
  ] as const) {
    await page.goto(`${path(words)}&sort=relevance`);
    await expect(titles(page).filter({ hasText: title })).toBeVisible();
  }
  await expectAccessible(page);
});

test("Search finds spoken words, and their sentence plays from its second", async ({ page }) => {
  await enterAs(page, MEMBER, `${path("読み上げ機能")}&sort=relevance`);
  const sentence = page.getByRole("list", { name: "字幕で見つかった場面" }).getByRole("link").first();
  await expect(sentence).toHaveAccessibleName("56秒 「最後は読み上げ機能で、耳だけで聞いて仕上げます。」");
  await expect(sentence.locator("mark")).toHaveText("読み上げ機能");
  await expectAccessible(page);
  await sentence.click();
  await expect(page).toHaveURL(/\/video\/[^/]+\?t=56$/);
  const seconds = () => page.locator("video").evaluate((video) => (video as HTMLVideoElement).currentTime);
  await expect.poll(seconds).toBeGreaterThanOrEqual(56);
});

test("Search for a sentence says that no video holds all of it, and offers the nearest first", async ({ page }) => {
  await enterAs(page, MEMBER, path("メルマガの件名とペルソナを学びたい"));
  await expect(main(page)).toContainText("すべての言葉を含む動画はありません。");
  await expectAccessible(page);
  await expectToFit(page);
  await main(page).getByRole("link", { name: "関連度順" }).click();
  await expect(page).toHaveURL(/sort=relevance/);
  await expect(titles(page).first().locator("mark").first()).toHaveText(/メルマガ|件名|ペルソナ/);
  await expect(main(page)).not.toContainText("すべての言葉を含む動画はありません。");
});

test("Search says where its list ends if it found more", LONG, async ({ page }) => {
  const showCount = async (count: number) => {
    await page.route(
      ({ pathname }) => pathname === CALL,
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), count } });
      },
    );
    await page.reload();
    await expect(main(page)).toContainText(`${count}件中`);
  };
  await enterAs(page, MEMBER, path("件名"));
  await showCount(HITS_MAX);
  await expect(main(page)).toContainText("表示できるのは10,000件までです。言葉を加えると、さらに絞り込めます。");
  await expectToFit(page);
  await showCount(HITS_MAX - 1);
  await expect(main(page)).not.toContainText("表示できるのは");
});

test("Search corrects a misspelt word that finds nothing, and says so", async ({ page }) => {
  await enterAs(page, MEMBER, path("プロンブト"));
  await expect(main(page)).toContainText(
    "「プロンブト」に一致する動画はありません。「プロンプト」の検索結果を表示しています。",
  );
  await expect(titles(page).locator("mark").first()).toHaveText("プロンプト");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("「プロンブト」の検索結果");
  await expectAccessible(page);
  await expectToFit(page);
  await page.goto(path("プロンプト"));
  await expect(cards(page).first()).toBeVisible();
  await expect(main(page)).not.toContainText("一致する動画はありません");
});

test("Search moves the focus to its results, and keeps the text that is being typed", LONG, async ({ page }) => {
  await enterAs(page, MEMBER, "/playlists");
  for (const words of ["コピー", "る"]) {
    await field(page).fill(words);
    await field(page).press("Enter");
    await expect(page).toHaveURL(path(words));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`「${words}」の検索結果`);
    await expect(main(page)).toBeFocused();
  }
  await field(page).fill("広告");
  await page.getByRole("combobox", { name: "並び順" }).selectOption("古い順");
  await expect(page).toHaveURL(`${path("る")}&sort=oldest`);
  await expect(field(page)).toHaveValue("広告");
  const next = page.getByRole("navigation", { name: "ページ" }).getByRole("link", { name: "次へ" });
  // The address changes before the page does.
  await expect(next).toHaveAttribute("href", /sort=oldest/);
  await next.click();
  await expect(page).toHaveURL(`${path("る")}&sort=oldest&page=2`);
  await expect(field(page)).toHaveValue("広告");
});

test("Search does not start for an empty text, nor for Enter during a kana conversion", LONG, async ({ page }) => {
  await enterAs(page, MEMBER, "/playlists");
  await field(page).fill(" 　 ");
  await field(page).press("Enter");
  await expect(page).toHaveURL("/playlists");
  await field(page).fill("こぴー");
  for (const signs of [{ isComposing: true }, { keyCode: 229 }]) {
    const wasStopped = await field(page).evaluate((element, signs) => {
      element.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
      const enter = { key: "Enter", bubbles: true, cancelable: true, ...signs };
      return !element.dispatchEvent(new KeyboardEvent("keydown", enter));
    }, signs);
    expect(wasStopped).toBe(true);
    await expect(page).toHaveURL("/playlists");
  }
  await field(page).press("Enter");
  await expect(page).toHaveURL(path("こぴー"));
});

test("The search page without words asks for some", LONG, async ({ page }) => {
  await enterAs(page, MEMBER, "/search?q=%20&type=all");
  await expect(page.getByText("検索キーワードを入力してください")).toBeVisible();
  await expectAccessible(page);
});

test("Search takes as many characters as the server does, typed or in an address", LONG, async ({ page }) => {
  await enterAs(page, MEMBER, path("ぬ".repeat(500)));
  await expect(page.getByText(`「${"ぬ".repeat(100)}」に一致する動画はありません。`)).toBeVisible();
  await field(page).fill("");
  await field(page).pressSequentially("ね".repeat(101));
  await field(page).press("Enter");
  await expect(page).toHaveURL(path("ね".repeat(100)));
});

test("A search without results shows so, with a link", LONG, async ({ page }) => {
  await enterAs(page, MEMBER, path("ぬぬぬ", "title"));
  await expect(page.getByText("「ぬぬぬ」に一致する動画はありません。")).toBeVisible();
  await expectAccessible(page);
  await main(page).getByRole("link", { name: "すべての動画から探す" }).click();
  await expect(page).toHaveURL(path("ぬぬぬ"));
  await expect(main(page).getByRole("link", { name: "新着動画を見る" })).toBeVisible();
});

test("A member without access finds videos, but no chapters", async ({ page }) => {
  await enterAs(page, "inactive@example.com", path("見出し"));
  await expect(cards(page).first()).toBeVisible();
  await expect(chapters(page)).toHaveCount(0);
});

test.describe("Search in trouble", LONG, () => {
  test.use({ expectedErrors: [REFUSED] });

  test("tells a member who searched too often when to try again", async ({ page }) => {
    await signInAs(page, MEMBER);
    const error = "短い時間に検索が繰り返されたため、検索を一時的に停止しています。";
    const restore = await answerInstead(page, CALL, 429, { error });
    await page.goto(path("コピー"));
    await expect(main(page).getByRole("alert")).toContainText(error);
    await expectAccessible(page);
    await expectToFit(page);
    await restore();
    await main(page).getByRole("button", { name: "再試行" }).click();
    await expect(cards(page).first()).toBeVisible();
  });
});
