import type { Page } from "@playwright/test";
import type { Home } from "@manabiya/contract/catalogue/home.ts";
import { answerInstead } from "./api-answers.ts";
import { ask, newestOf } from "./demo-videos.ts";
import { enterAs } from "./enter-as.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  becomeTrial,
  signUpForTrial,
  test,
  LONG,
} from "./fixtures.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function shownIds(page: Page, name: string): Promise<number[]> {
  const links = section(page, name)
    .getByRole("article")
    .getByRole("heading")
    .getByRole("link")
    .filter({ visible: true });
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) => all.map((link) => Number((link as HTMLAnchorElement).pathname.split("/").at(-1))));
}

const WIDTHS = [320, 360, 768, 1280, 1440];

test("a subscriber finds new, watched and recommended videos, each list whole, and no banner", async ({ page }) => {
  await enterAs(page, "member@example.com", "/");
  const titles = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(titles).toHaveText(["新着動画", "視聴履歴", "おすすめ動画"]);
  const { newVideos, historyVideos } = await ask<Home>(page, "/api/home/");
  expect(newVideos).toHaveLength(8);
  expect(await shownIds(page, "新着動画")).toEqual(newVideos.map(({ id }) => id));
  expect(await shownIds(page, "視聴履歴")).toEqual(historyVideos.map(({ id }) => id));
  await expect(section(page, "新着動画").getByRole("link", { name: "すべて見る" })).toHaveAttribute(
    "href",
    "/new-videos",
  );
  await expect(section(page, "視聴履歴").getByRole("link", { name: "すべて見る" })).toHaveAttribute(
    "href",
    "/watch-history",
  );
  await expect(page.getByRole("main").getByRole("link", { name: /プラン/ })).toHaveCount(0);
  const [first] = await section(page, "新着動画").getByRole("article").getByRole("link").all();
  await first?.click();
  await expect(page).toHaveURL(/\/video\/\d+$/);
});

/** Home's answer with the history and the new videos of the member's choice. */
async function answerHome(page: Page, change: (home: Home) => Partial<Home>): Promise<Home> {
  const home = await ask<Home>(page, "/api/home/");
  const changed = { ...home, ...change(home) };
  await page.route("**/api/home/", (route) => route.fulfill({ json: changed }));
  await page.reload();
  return changed;
}

test(
  "who watched all eight new videos still sees them, and the video of a minute ago first",
  LONG,
  async ({ page }) => {
    await enterAs(page, "member@example.com", "/");
    const { newVideos } = await answerHome(page, ({ newVideos }) => ({ historyVideos: newVideos.toReversed() }));
    const ids = newVideos.map(({ id }) => id);
    expect(await shownIds(page, "新着動画")).toEqual(ids);
    expect(await shownIds(page, "視聴履歴")).toEqual(ids.toReversed());
  },
);

test("a history of any length fills whole rows at every width", async ({ page }) => {
  await enterAs(page, "member@example.com", "/");
  for (const [watched, wide, narrow] of [
    [1, 1, 1],
    [3, 3, 2],
    [4, 4, 4],
    [5, 4, 4],
    [7, 4, 6],
  ] as const) {
    // The sidebar stands beside a page that opened wide.
    await page.setViewportSize(DESKTOP);
    await answerHome(page, ({ newVideos }) => ({ historyVideos: newVideos.slice(0, watched) }));
    const cards = section(page, "視聴履歴").getByRole("article");
    for (const [width, shown] of [
      [1920, wide],
      [1024, narrow],
      [768, narrow],
      [360, watched],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect(cards.filter({ visible: true }), `${watched} at ${width} px`).toHaveCount(shown);
      await expect(section(page, "新着動画").getByRole("article").filter({ visible: true })).toHaveCount(8);
    }
  }
});

/** Whether the player of the page plays. */
const isPlaying = (page: Page) =>
  page.locator("video").evaluate((player: HTMLVideoElement) => !player.paused && player.currentTime > 0);

test("a new member begins with one press, has no history, and is sold nothing", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signUpForTrial(page);
  await expect(page.getByText("無料体験は残り7日です")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /プラン/ })).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["新着動画", "おすすめ動画"]);
  const row = section(page, "はじめの一本");
  await expect(row).toContainText("はじめの一週間で見る7本");
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(160);
  await row.getByRole("link").click();
  await expect(page).toHaveURL(/\/video\/\d+\?playlist=\d+$/);
  await expect.poll(() => isPlaying(page)).toBe(true);
});

test("the plans are offered from the third day of a trial on", async ({ page }) => {
  await becomeTrial(page);
  for (const [days, links] of [
    [6, 0],
    [5, 1],
  ] as const) {
    await page.route("**/api/profile/", async (route) => {
      const profile = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...profile, trial_days_left: days } });
    });
    await page.goto("/");
    await expect(page.getByText(`無料体験は残り${days}日です`)).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "プランを見る" })).toHaveCount(links);
    await page.unroute("**/api/profile/");
  }
});

test("a member whose address takes no mail is asked for another one", LONG, async ({ page }) => {
  await becomeTrial(page);
  const since = "2026-11-20T03:00:00.000Z";
  const choices = { advertising: true, digest: false, undeliverable_since: since };
  await answerInstead(page, "/api/profile/mails/", 200, choices);
  await page.goto("/");
  await expect(page.getByRole("main")).toContainText("メールが届かないため、送信を止めています。");
  await expectAccessible(page);
  await expectToFit(page);
  await page.goto("/profile");
  await page.getByRole("main").getByRole("link", { name: "別のメールアドレスに変更する" }).click();
  await expect(page).toHaveURL("/profile/edit");
});

test("an unfinished video is offered on the next visit, and stays among the new ones", LONG, async ({ page }) => {
  await becomeTrial(page);
  const video = await newestOf(page, "file");
  await page.goto(`/video/${video.id}?t=20`);
  const element = page.locator("video");
  await expect
    .poll(() => element.evaluate((player: HTMLVideoElement) => player.currentTime), { timeout: 25_000 })
    .toBeGreaterThan(21);
  await page.getByRole("link", { name: "ホーム" }).click();
  const card = section(page, "視聴履歴").getByRole("article");
  await expect(card).toHaveCount(1);
  await expect(card.getByRole("link")).toHaveText(video.title);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 }).nth(1)).toHaveText("視聴履歴");
  await expect(section(page, "新着動画").getByRole("article")).toHaveCount(8);
  const row = section(page, "続きから");
  await expect(row).toContainText(/残り\d+分/);
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(160);
  await expectAccessibleInBothSchemes(page);
  await expect(row.getByRole("link")).toHaveText(video.title);
  await row.getByRole("link").click();
  await expect.poll(() => isPlaying(page)).toBe(true);
  expect(await element.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(19);
});

for (const [account, sentence] of [
  ["inactive", "プランを申し込むと、すべての動画をご覧いただけます。"],
  ["expired", "1週間の無料体験は終了しました。"],
  ["canceled", "ご契約は終了しています。"],
] as const) {
  test(`${account} members see a locked catalogue with links to the plans`, LONG, async ({ page }) => {
    await enterAs(page, `${account}@example.com`, "/");
    const main = page.getByRole("main");
    await expect(main.getByText(sentence)).toBeVisible();
    await expect(section(page, "おすすめ動画")).toBeVisible();
    const cards = main.getByRole("article");
    expect(await cards.count()).toBeGreaterThan(8);
    for (const card of await cards.all()) {
      await expect(card.getByText("要プラン")).toBeVisible();
      await expect(card.getByRole("link")).toHaveAttribute("href", /^\/checkout\?next=%2Fvideo%2F\d+$/);
    }
    if (account === "inactive") await expectAccessible(page);
    await main.getByRole("link", { name: /プランを選ぶ|もう一度申し込む/ }).click();
    await expect(page).toHaveURL("/checkout");
  });
}

test.describe("on phones", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true, freshContext: true });

  test("rows scroll sideways by touch and keyboard, on at most three screens, and nothing shifts", async ({ page }) => {
    await enterAs(page, "member@example.com", "/");
    const cards = section(page, "新着動画").getByRole("article");
    await expect(cards.first()).toBeInViewport();
    const lefts = () => cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().left)));
    const [first = 0, second = 0, third = 0] = await lefts();
    // The second card is partly in sight.
    expect([first, second > first, second < PHONE.width - 40, third > PHONE.width]).toEqual([16, true, true, true]);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    expect(await height()).toBeLessThanOrEqual(3 * PHONE.height);

    const { x, y } = (await cards.first().boundingBox()) ?? { x: 0, y: 0 };
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", left: number) =>
      devtools.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: left, y }] });
    await touch("touchStart", x + 210);
    for (let moved = 20; moved <= 200; moved += 20) await touch("touchMove", x + 210 - moved);
    await touch("touchEnd", x);
    await devtools.detach();
    // The row comes to rest at the start of a card.
    await expect.poll(async () => (await lefts()).indexOf(16)).toBeGreaterThan(0);

    await cards.first().getByRole("link").focus();
    await expect.poll(async () => (await lefts())[0]).toBe(16);
    for (let presses = 0; presses < 9; presses++) await page.keyboard.press("Tab");
    await expect(cards.nth(3).getByRole("link")).toBeFocused();
    await expect(cards.nth(3)).toBeInViewport({ ratio: 0.95 });
    await expect(cards.first()).not.toBeInViewport();

    const shift = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type: "layout-shift", buffered: true });
      const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
      return shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0);
    });
    expect(shift).toBe(0);
    await expectAccessibleInBothSchemes(page);
  });
});

test.describe("when the videos cannot be fetched", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("shows a failure, and the videos at a retry", async ({ page }) => {
    await page.route("**/api/home/", (route) => route.fulfill({ status: 500, body: "" }));
    await enterAs(page, "member@example.com", "/");
    await expect(page.getByText("動画データの取得に失敗しました。")).toBeVisible();
    await page.unroute("**/api/home/");
    await page.getByRole("button", { name: "再試行" }).click();
    await expect(section(page, "新着動画").getByRole("article").first()).toBeVisible();
    await expect(page.getByText("動画データの取得に失敗しました。")).toBeHidden();
  });
});

test("home and video are accessible in either scheme, and fit every width", LONG, async ({ page }) => {
  await becomeTrial(page);
  const video = await newestOf(page, "file");
  for (const path of ["/", `/video/${video.id}`]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(overflow, `${path} at ${width} px`).toBe(0);
    }
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessibleInBothSchemes(page);
    }
  }
});
