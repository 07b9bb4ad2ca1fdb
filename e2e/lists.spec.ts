import type { Locator, Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { ask } from "./demo-videos.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, becomeTrial, test, LONG } from "./fixtures.ts";
import { fill, newestVideos } from "./member-calls.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const titles = (page: Page) => cards(page).getByRole("heading");
const pager = (page: Page) => page.getByRole("navigation", { name: "ページ" });
const sort = (page: Page) => page.getByRole("combobox", { name: "並び順" });
const toast = (page: Page) => page.getByRole("status").filter({ hasText: "外しました" });
const heart = (within: Page | Locator, title: string) => within.getByRole("button", { name: `お気に入り「${title}」` });
const clock = (within: Page | Locator, title: string) => within.getByRole("button", { name: `後で見る「${title}」` });

const NONE = { results: [], count: 0, next: null, previous: null };

/** The server has stored the change. */
const answered = (page: Page, path: RegExp) =>
  page.waitForResponse(
    (response) => response.request().method() === "POST" && path.test(new URL(response.url()).pathname),
  );

test.describe("Lists", () => {
  test("show twenty entries per page, with page and order in the address", async ({ page }) => {
    await enterAs(page, "yearly@example.com", "/new-videos");
    const newest = (await newestVideos(page, 48)).map(({ title }) => title);
    await expect(titles(page)).toHaveText(newest.slice(0, 20));
    await expect(page.getByText("48件中 1-20件を表示", { exact: true })).toBeVisible();
    await expect(pager(page).getByRole("listitem")).toHaveText(["1", "2", "3"]);
    await expect(pager(page).getByRole("link", { name: "前へ" })).toBeHidden();
    await expectAccessible(page);

    await pager(page).getByRole("link", { name: "次へ" }).click();
    await expect(page).toHaveURL("/new-videos?page=2");
    await expect(page.getByText("48件中 21-40件を表示", { exact: true })).toBeVisible();
    await expect(titles(page)).toHaveText(newest.slice(20, 40));
    await expect(pager(page).getByRole("link", { name: "2ページ目" })).toHaveAttribute("aria-current", "page");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expectAccessible(page);
    await expectToFit(page);

    await page.setViewportSize(PHONE);

    await pager(page).getByRole("link", { name: "3ページ目" }).click();
    await expect(titles(page)).toHaveText(newest.slice(40));
    await expect(page.getByText("48件中 41-48件を表示", { exact: true })).toBeVisible();
    await expect(pager(page).getByRole("link", { name: "次へ" })).toBeHidden();

    await sort(page).focus();
    await sort(page).selectOption("古い順");
    await expect(page).toHaveURL("/new-videos?sort=oldest");
    await expect(titles(page)).toHaveText(newest.toReversed().slice(0, 20));
    await expect(sort(page)).toBeFocused();
    await pager(page).getByRole("link", { name: "2ページ目" }).click();
    await expect(page).toHaveURL("/new-videos?sort=oldest&page=2");
    await pager(page).getByRole("link", { name: "前へ" }).click();
    await expect(page).toHaveURL("/new-videos?sort=oldest");
    await sort(page).selectOption("新しい順");
    await expect(page).toHaveURL("/new-videos");
  });

  test("are unchanged when the member goes back", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await enterAs(page, "yearly@example.com", "/new-videos?page=2");
    const card = titles(page).nth(13);
    const title = await card.textContent();
    await card.scrollIntoViewIfNeeded();
    const scrollPosition = await page.evaluate(() => window.scrollY);
    expect(scrollPosition).toBeGreaterThan(100);
    await card.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
    await page.goBack();
    await expect(page).toHaveURL("/new-videos?page=2");
    await expect(card).toHaveText(title ?? "");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(scrollPosition, -1);
  });

  test("save a favourite from any card, and remove it with an undo", async ({ page }) => {
    await becomeTrial(page);
    const videos = (await newestVideos(page, 3)).map(({ title }) => title);
    await page.goto("/new-videos");
    for (const title of videos.toReversed()) {
      const saved = answered(page, /\/favorite\/$/);
      await heart(page, title).click();
      await expect(heart(page, title)).toHaveAttribute("aria-pressed", "true");
      await saved;
      expect(page.url()).toContain("/new-videos");
      await page.setViewportSize(PHONE);
    }
    await page.goto("/");
    await expect(heart(page, videos[0] ?? "").first()).toHaveAttribute("aria-pressed", "true");

    await page.goto("/favorites");
    await expect(titles(page)).toHaveText(videos);
    await expect(page.getByText("3件中 1-3件を表示", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);

    const taken = answered(page, /\/favorite\/$/);
    await heart(page, videos[1] ?? "").click();
    await expect(titles(page)).toHaveText([videos[0] ?? "", videos[2] ?? ""]);
    await expect(page.getByText("2件中 1-2件を表示", { exact: true })).toBeVisible();
    await expect(toast(page)).toContainText("「お気に入り」から動画を外しました");
    await taken;
    const undo = toast(page).getByRole("button", { name: "元に戻す" });
    // It stays while the pointer is on it.
    await undo.focus();
    await expectAccessible(page);
    await expectToFit(page);

    const restored = answered(page, /\/favorite\/$/);
    await undo.click();
    await expect(titles(page)).toHaveText(videos);
    await restored;
    await expect(toast(page)).toBeHidden();
    await page.reload();
    await expect(cards(page)).toHaveCount(3);
  });

  test("save a video for later", async ({ page }) => {
    await becomeTrial(page);
    await page.goto("/watch-later");
    await expect(page.getByText("「後で見る」に追加した動画はありません")).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await page.getByRole("main").getByRole("link", { name: "新着動画を見る" }).click();
    const title = (await titles(page).first().textContent()) ?? "";
    const saved = answered(page, /\/watch-later\/$/);
    await clock(page, title).click();
    await saved;
    // The stale list is fetched again.
    await page.goBack();
    await expect(titles(page)).toHaveText([title]);
    const takenOut = answered(page, /\/watch-later\/$/);
    await clock(page, title).click();
    await expect(page.getByText("「後で見る」に追加した動画はありません")).toBeVisible();
    await expect(toast(page)).toContainText("「後で見る」から動画を外しました");
    await toast(page).getByRole("button", { name: "閉じる" }).click();
    await expect(toast(page)).toBeHidden();
    await takenOut;
    await page.reload();
    await expect(page.getByText("「後で見る」に追加した動画はありません")).toBeVisible();
  });

  test("show a category with its parent and children", async ({ page }) => {
    await signInAs(page, "yearly@example.com");
    const categories = await ask<{ id: number; name: string; parent: number | null }[]>(page, "/api/categories/");
    const parent = categories.find(({ name }) => name === "コピーライティング");
    const children = categories.filter((category) => category.parent === parent?.id);
    await page.goto(`/category/${parent?.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("コピーライティング");
    const chips = page.getByRole("navigation", { name: "コピーライティングのカテゴリー" });
    await expect(chips.getByRole("link")).toHaveText(["すべて", ...children.map(({ name }) => name)]);
    await expect(cards(page).first()).toBeVisible();
    const all = await cards(page).count();
    await expect(page.getByText(`${all}件中 1-${all}件を表示`, { exact: true })).toBeVisible();
    await expect(pager(page)).toBeHidden();
    await expectAccessible(page);
    await expectToFit(page);
    await page.setViewportSize(PHONE);

    await chips.getByRole("link", { name: "キャッチコピー" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("キャッチコピー");
    await expect(chips.getByRole("link", { name: "キャッチコピー" })).toHaveAttribute("aria-current", "page");
    await expect(cards(page).first()).toBeVisible();
    await expect(cards(page).filter({ hasNotText: "キャッチコピー" })).toHaveCount(0);
    expect(await cards(page).count()).toBeLessThan(all);
    await expectAccessible(page);
    await page.setViewportSize(DESKTOP);
    await sort(page).selectOption("古い順");
    await expect(page).toHaveURL(/\/category\/\d+\?sort=oldest$/);
    await page.getByRole("main").getByRole("link", { name: "コピーライティング", exact: true }).click();
    await expect(page).toHaveURL(`/category/${parent?.id}`);
    await chips.getByRole("link", { name: "キャッチコピー" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("キャッチコピー");
  });
});

test("A page beyond the end redirects to the last one, and an invalid one to the first", LONG, async ({ page }) => {
  await enterAs(page, "yearly@example.com", "/new-videos?page=99&sort=oldest");
  await expect(page).toHaveURL("/new-videos?page=3&sort=oldest");
  await expect(cards(page)).toHaveCount(8);
  await page.goto("/new-videos?page=99999999");
  await expect(page).toHaveURL("/new-videos?page=3");
  await page.goto("/new-videos?page=abc&sort=title");
  await expect(page.getByText("48件中 1-20件を表示", { exact: true })).toBeVisible();
});

test("The pager shows the first, the last and the pages around the current one", LONG, async ({ page }) => {
  await signInAs(page, "yearly@example.com");
  const body = await ask<object>(page, "/api/videos/search/");
  await answerInstead(page, "/api/videos/search/", 200, { ...body, count: 9_001 });
  await page.goto("/new-videos?page=6");
  await expect(pager(page).getByRole("listitem")).toHaveText(["1", "…", "4", "5", "6", "7", "8", "…", "451"]);
  await expect(page.getByText("9001件中 101-120件を表示", { exact: true })).toBeVisible();
  await expectToFit(page);
});

test("The previous page stays, inert, while another page loads", LONG, async ({ page }) => {
  await enterAs(page, "yearly@example.com", "/new-videos");
  const first = (await titles(page).first().textContent()) ?? "";
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/videos\/search\/.*page=2/, async (route) => {
    await held;
    await route.continue();
  });
  await pager(page).getByRole("link", { name: "2ページ目" }).click();
  await expect(page).toHaveURL("/new-videos?page=2");
  const list = page.locator("[aria-busy=true]");
  await expect(list.getByText(first, { exact: true })).toBeVisible();
  await expect(list.locator("[inert]")).toHaveCSS("opacity", "0.5");
  await expect(page.getByText("48件中 1-20件を表示", { exact: true })).toBeVisible();
  release();
  await expect(page.getByText("48件中 21-40件を表示", { exact: true })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test("After the pager the keyboard focus is at the new page's start, which is announced", LONG, async ({ page }) => {
  await enterAs(page, "yearly@example.com", "/new-videos");
  await pager(page).getByRole("link", { name: "次へ" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "48件中 21-40件を表示" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(titles(page).first().getByRole("link")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(
    cards(page)
      .first()
      .getByRole("button", { name: /^お気に入り/ }),
  ).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(
    cards(page)
      .first()
      .getByRole("button", { name: /^後で見る/ }),
  ).toBeFocused();
});

test("Empty lists show a message and a link", LONG, async ({ page }) => {
  await becomeTrial(page);
  await answerInstead(page, "/api/videos/search/", 200, NONE);
  await answerInstead(page, "/api/categories/1/videos/", 200, NONE);
  for (const [path, sentence, action] of [
    ["/new-videos", "新着動画はありません", "ホームへ"],
    ["/favorites", "お気に入りの動画はありません", "新着動画を見る"],
    ["/watch-later", "「後で見る」に追加した動画はありません", "新着動画を見る"],
    ["/category/1", "このカテゴリーの動画はありません", "新着動画を見る"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: action })).toBeVisible();
    await expect(sort(page)).toBeHidden();
    await expectAccessible(page);
  }
});

test.describe("Lists in trouble", LONG, () => {
  test.use({ expectedErrors: [REFUSED] });

  test("An unknown category shows that it does not exist", async ({ page }) => {
    await signInAs(page, "yearly@example.com");
    for (const id of ["999999", "none"]) {
      await page.goto(`/category/${id}`);
      await expect(page.getByRole("heading", { level: 1, name: "カテゴリーが見つかりません" })).toBeVisible();
    }
    await expectAccessible(page);
  });

  test("A failed save reverts the button without a message", async ({ page }) => {
    await enterAs(page, "yearly@example.com", "/new-videos");
    const title = (await titles(page).nth(5).textContent()) ?? "";
    for (const button of [heart(page, title), clock(page, title)]) {
      const before = (await button.getAttribute("aria-pressed")) === "true";
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/(favorite|watch-later)\/$/, async (route) => {
        await held;
        await route.fulfill({ status: 500, json: {} });
      });
      await button.click();
      await expect(button).toHaveAttribute("aria-pressed", String(!before));
      release();
      await expect(button).toHaveAttribute("aria-pressed", String(before));
      await page.unrouteAll({ behavior: "wait" });
    }
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("A card whose removal failed comes back", async ({ page }) => {
    await enterAs(page, "member@example.com", "/favorites");
    await expect(titles(page).nth(2)).toBeVisible();
    const before = await titles(page).allTextContents();
    await page.route(/\/favorite\/$/, (route) => route.abort());
    const failed = page.waitForEvent("requestfailed");
    await heart(page, before[2] ?? "").click();
    await failed;
    await expect(titles(page)).toHaveText(before);
    await expect(toast(page)).toBeHidden();
  });
});

test.describe("Pressing quickly", () => {
  test("the last press decides, here and on the server", async ({ page }) => {
    await becomeTrial(page);
    await page.goto("/new-videos");
    const title = (await titles(page).first().textContent()) ?? "";
    for (const presses of [2, 3]) {
      for (let press = 0; press < presses; press++) await heart(page, title).click();
    }
    await expect(heart(page, title)).toHaveAttribute("aria-pressed", "true");
    const savedTitles = async () =>
      (await ask<{ results: { title: string }[] }>(page, "/api/favorites/")).results.map(({ title }) => title);
    await expect.poll(savedTitles).toEqual([title]);
    await heart(page, title).click();
    await expect.poll(savedTitles).toEqual([]);
    await expect(heart(page, title)).toHaveAttribute("aria-pressed", "false");
  });

  test("a double click counts once", LONG, async ({ page }) => {
    await becomeTrial(page);
    const videos = await newestVideos(page, 4);
    await fill(page, "favorite", videos);
    await page.goto("/favorites");
    await expect(cards(page)).toHaveCount(4);
    const saved = videos.toReversed().map(({ title }) => title);
    await heart(page, saved[1] ?? "").dblclick();
    await expect(titles(page)).toHaveText([saved[0] ?? "", saved[2] ?? "", saved[3] ?? ""]);
    await heart(page, saved[2] ?? "").click();
    await expect(toast(page)).toContainText("「お気に入り」から動画2本を外しました");
    await toast(page).getByRole("button", { name: "元に戻す" }).click();
    await expect(titles(page)).toHaveText(saved);
  });

  test("the last press in any tab decides", LONG, async ({ page, context }) => {
    await becomeTrial(page);
    await page.goto("/new-videos");
    const title = (await titles(page).first().textContent()) ?? "";
    const other = await context.newPage();
    await other.goto("/new-videos");
    await expect(heart(other, title)).toHaveAttribute("aria-pressed", "false");
    for (const tab of [page, other]) {
      const saved = answered(tab, /\/favorite\/$/);
      await heart(tab, title).click();
      await saved;
      // The other tab does not know of the first one's change and requests the same.
      await expect(heart(tab, title)).toHaveAttribute("aria-pressed", "true");
    }
    await page.goto("/favorites");
    await expect(titles(page)).toHaveText([title]);
  });
});

test("Cards are removed and restored by keyboard alone", async ({ page }) => {
  await becomeTrial(page);
  const videos = await newestVideos(page, 4);
  await fill(page, "favorite", videos);
  await page.goto("/favorites");
  const saved = videos.toReversed().map(({ title }) => title);
  await heart(page, saved[1] ?? "").focus();
  await page.keyboard.press("Space");
  const undo = toast(page).getByRole("button", { name: "元に戻す" });
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(titles(page)).toHaveText(saved);
  await expect(heart(page, saved[1] ?? "")).toBeFocused();

  await page.keyboard.press("Space");
  await expect(undo).toBeFocused();
  await expect(cards(page)).toHaveCount(3);
  await page.keyboard.press("Tab");
  await expect(heart(page, saved[2] ?? "")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(toast(page)).toContainText("「お気に入り」から動画2本を外しました");
  await page.keyboard.press("Escape");
  await expect(toast(page)).toBeHidden();
  await expect(titles(page)).toHaveText([saved[0] ?? "", saved[3] ?? ""]);
  await expect(heart(page, saved[3] ?? "")).toBeFocused();
});

test("An emptied page redirects to the previous one, and the first page fills up again", async ({ page }) => {
  await becomeTrial(page);
  const videos = await newestVideos(page, 22);
  await fill(page, "watch-later", videos.toReversed());
  await page.goto("/watch-later?page=2");
  await expect(cards(page)).toHaveCount(2);
  for (const { title } of videos.slice(20)) await clock(page, title).click();
  await expect(page).toHaveURL("/watch-later");
  await expect(cards(page)).toHaveCount(20);
  await expect(page.getByText("20件中 1-20件を表示", { exact: true })).toBeVisible();
  await expect(pager(page)).toBeHidden();

  await fill(page, "watch-later", videos.slice(20));
  await page.reload();
  await expect(page.getByText("22件中 1-20件を表示", { exact: true })).toBeVisible();
  const first = (await titles(page).first().textContent()) ?? "";
  const { promise: isClosed, resolve: closed } = Promise.withResolvers<void>();
  await page.route(/\/watch-later\/$/, async (route) => {
    if (route.request().method() === "POST") await isClosed;
    await route.continue();
  });
  await clock(page, first).click();
  await expect(cards(page)).toHaveCount(19);
  await toast(page).getByRole("button", { name: "閉じる" }).click();
  // The list may only be fetched after the server has stored the change.
  closed();
  await expect(cards(page)).toHaveCount(20);
  await expect(page.getByText("21件中 1-20件を表示", { exact: true })).toBeVisible();
});
