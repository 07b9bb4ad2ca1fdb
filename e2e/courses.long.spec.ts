import type { Page } from "@playwright/test";
import type { Playlist, PlaylistDetail } from "@manabiya/contract/catalogue/playlists.ts";
import { ask } from "./demo-videos.ts";
import { becomeTrial, expect, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { standInForYouTube } from "./stand-ins/youtube.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

/** All of its lessons are files of this service and really play. */
const FILES = "はじめの一週間で見る7本";
/** Its third lesson is at another host. */
const MIXED = "コピーライティングの型を身につける";

const SIDEWAYS = { width: 740, height: 360 };

const main = (page: Page) => page.getByRole("main");
const marks = (page: Page) => main(page).getByRole("button", { name: /」を完了にする$/ });
const panel = (page: Page) => page.getByRole("region", { name: /^再生リスト / });
const countdown = (page: Page) => main(page).getByText(/^\d秒後に再生します$/);
const video = (page: Page) => page.locator("video");

async function courseNamed(page: Page, title: string): Promise<PlaylistDetail> {
  const found = (await ask<Playlist[]>(page, "/api/playlists/")).find((playlist) => playlist.title === title);
  return ask(page, `/api/playlists/${found?.id}/`);
}

function addressOf({ id, videos }: PlaylistDetail, number: number): string {
  return `/video/${videos[number - 1]?.video.id}?playlist=${id}`;
}

const stored = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith("/finished/") && response.ok());

async function playToTheEnd(page: Page): Promise<void> {
  await expect
    .poll(() => video(page).evaluate((element: HTMLVideoElement) => !element.paused && element.currentTime > 0))
    .toBe(true);
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 0.4;
  });
  await expect(page.getByRole("button", { name: "もう一度見る" })).toBeVisible();
}

test("a member marks lessons by keyboard, sees the time left, and goes on at the right second", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await becomeTrial(page);
  const course = await courseNamed(page, FILES);
  const fourth = course.videos[3]?.video;
  await page.goto(`/playlists/${course.id}`);
  await expect(main(page).getByRole("link", { name: "最初から見る" })).toBeVisible();
  await expect(main(page).getByText(/完了$/)).toBeHidden();

  // By keyboard alone.
  await marks(page).first().focus();
  for (const number of [1, 2, 3]) {
    const sent = stored(page);
    await page.keyboard.press("Space");
    await sent;
    await expect(marks(page).nth(number - 1)).toHaveAttribute("aria-pressed", "true");
    // The link of the entry stands between two marks.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
  }
  await expect(main(page).getByText("7本中3本完了")).toBeVisible();
  await expect(main(page).getByText(/残り\d+分/)).toBeVisible();
  await marks(page).nth(1).click();
  await expect(main(page).getByRole("link", { name: "続きから見る（2本目）" })).toBeVisible();
  const again = stored(page);
  await marks(page).nth(1).click();
  await again;
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);

  const token = await page.evaluate(() => localStorage.getItem("token"));
  await page.request.post(`/api/videos/${fourth?.id}/progress/`, {
    headers: { authorization: `Bearer ${token}` },
    data: { position: 30, duration: fourth?.duration },
  });
  await page.reload();
  await expect(main(page).getByText("7本中3本完了")).toBeVisible();
  await main(page).getByRole("link", { name: "続きから見る（4本目）" }).click();
  await expect(page).toHaveURL(addressOf(course, 4));
  await expect
    .poll(() => video(page).evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThanOrEqual(30);
  await expect(panel(page).getByText("7本中4本目")).toBeVisible();
  await expect(panel(page).getByText("7本中3本完了")).toBeVisible();
});

test("a member is led from lesson to lesson by keys, links and a countdown, and finds the course again", async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP);
  await becomeTrial(page);
  const course = await courseNamed(page, FILES);
  await page.goto(addressOf(course, 4));
  await expect(panel(page).getByText("7本中0本完了")).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(addressOf(course, 5));
  await expect(panel(page).getByText("7本中5本目")).toBeVisible();
  await page.keyboard.press("p");
  await expect(page).toHaveURL(addressOf(course, 4));
  // The address changes before the page of the lesson is shown.
  await expect(panel(page).getByText("7本中4本目")).toBeVisible();
  const field = page.getByRole("textbox", { name: /^メモ/ });
  await page.getByText("この場面のメモを書く").click();
  await field.pressSequentially("next p");
  await expect(field).toHaveValue("next p");
  await expect(page).toHaveURL(addressOf(course, 4));
  await field.fill("");
  await page.getByRole("heading", { level: 1 }).click();

  await playToTheEnd(page);
  await expect(countdown(page)).toBeVisible();
  await expect(main(page).getByRole("status").filter({ hasText: "秒後に次の動画" })).toBeAttached();
  await expect(panel(page).getByText("7本中1本完了")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press("Escape");
  await expect(countdown(page)).toBeHidden();
  await expect(main(page).getByRole("status").filter({ hasText: "キャンセルしました" })).toBeAttached();

  await page.getByRole("button", { name: "もう一度見る" }).click();
  await playToTheEnd(page);
  await expect(page).toHaveURL(addressOf(course, 5), { timeout: 15_000 });
  await expect(panel(page).getByText("7本中5本目")).toBeVisible();

  const automatic = panel(page).getByRole("switch", { name: "自動で次へ" });
  await automatic.click();
  await expect(automatic).toHaveAttribute("aria-checked", "false");
  await page.reload();
  await expect(automatic).toHaveAttribute("aria-checked", "false");
  await playToTheEnd(page);
  await expect(panel(page).getByText("7本中2本完了")).toBeVisible();
  await expect(countdown(page)).toBeHidden();
  await expect(page.getByText("再生リストの次の動画")).toBeVisible();
  await panel(page).getByRole("link", { name: "次へ" }).click();
  await expect(page).toHaveURL(addressOf(course, 6));

  await page.goto("/playlists");
  const card = main(page).getByRole("article").filter({ hasText: FILES });
  await expect(card.getByText("7本中2本完了")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.goto("/");
  await expect(main(page).getByRole("region", { name: "続きから" })).toContainText(FILES);
  await page.goto(`/playlists/${course.id}`);
  await expect(main(page).getByRole("link", { name: "続きから見る（6本目）" })).toBeVisible();
});

test("a course whose last lesson is marked says that it is finished, until a mark is taken back", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await becomeTrial(page);
  const course = await courseNamed(page, FILES);
  await page.goto(`/playlists/${course.id}`);
  const finished = main(page).getByText("最後まで見終えました。お疲れさまでした。");
  await expect(marks(page)).toHaveCount(7);
  for (const mark of await marks(page).all()) {
    await expect(finished).toBeHidden();
    const sent = stored(page);
    await mark.click();
    await sent;
  }
  await expect(finished).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await marks(page).first().click();
  await expect(finished).toBeHidden();
});

test("an ended video of another host leads on as well, and a seek stays", async ({ page }) => {
  await page.setViewportSize(SIDEWAYS);
  await standInForYouTube(page, { does: "play", seconds: 60, speed: 60 });
  await becomeTrial(page);
  const course = await courseNamed(page, MIXED);
  await page.goto(addressOf(course, 3));
  await expect(countdown(page)).toBeVisible();
  await expect(page.locator("[data-player]").getByRole("button", { name: "キャンセル" })).toBeInViewport({ ratio: 1 });
  await expectToFit(page);
  await standInForYouTube(page, { does: "play", seconds: 6000, speed: 1 });
  await page.keyboard.press("0");
  await expect(countdown(page)).toBeHidden();
  await expect(page).toHaveURL(addressOf(course, 3));
});

test.describe(() => {
  test.use({ expectedErrors: [/ERR_FAILED/], freshContext: true, hasTouch: true });

  test("a mark of a phone without network survives a reload, shows in another tab, and is sent later", async ({
    page,
    context,
  }) => {
    await page.setViewportSize(PHONE);
    await becomeTrial(page);
    const course = await courseNamed(page, FILES);
    await page.goto(addressOf(course, 1));
    await panel(page).scrollIntoViewIfNeeded();
    await expectAccessibleInBothSchemes(page);
    await page.route("**/finished/", (route) => route.abort());
    const mark = panel(page).getByRole("button", { name: /」を完了にする$/ });
    const lost = page.waitForEvent("requestfailed");
    await mark.nth(1).tap();
    await lost;
    await expect(panel(page).getByText("7本中1本完了")).toBeVisible();
    await page.reload();
    await expect(mark.nth(1)).toHaveAttribute("aria-pressed", "true");

    await page.unroute("**/finished/");
    const other = await context.newPage();
    const fromOther = stored(other);
    await other.goto(`/playlists/${course.id}`);
    await expect(marks(other).nth(1)).toHaveAttribute("aria-pressed", "true");
    await fromOther;
    await expect(mark.nth(1)).toHaveAttribute("aria-pressed", "true");
    await expect
      .poll(async () => (await courseNamed(page, FILES)).videos.filter(({ is_finished }) => is_finished).length)
      .toBe(1);
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes("marks"))))
      .toBe(false);
    await expectToFit(other);
  });
});
