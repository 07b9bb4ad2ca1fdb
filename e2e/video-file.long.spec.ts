import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { newestOf } from "./demo-videos.ts";
import { expect, expectAccessible, becomeTrial, test } from "./fixtures.ts";
import { blockAutoplay } from "./stand-ins/blocked-autoplay.ts";

/** The browser logs refused addresses. */
test.use({ expectedErrors: [/status of 40[34]|net::ERR_/] });

const FILES = "**/media/films/**";

let video: VideoDetail;

test.beforeEach(async ({ page }) => {
  await becomeTrial(page);
  video = await newestOf(page, "file");
});

test("renews an expired address, and resumes at the same position", async ({ page }) => {
  const requests: string[] = [];
  await page.route(FILES, (route) => {
    requests.push(route.request().url());
    return requests.length === 1 ? route.fulfill({ status: 403 }) : route.continue();
  });
  await page.goto(`/video/${video.id}?t=25`);
  const element = page.locator("video");
  await expect
    .poll(() => element.evaluate((player: HTMLVideoElement) => player.currentTime), { timeout: 25_000 })
    .toBeGreaterThan(25);
  expect(await element.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeLessThan(35);
  expect(new Set(requests).size).toBeGreaterThan(1);
});

test("explains a failed video, and retries on request", async ({ page }) => {
  await page.route(FILES, (route) => route.fulfill({ status: 403 }));
  await page.goto(`/video/${video.id}`);
  const panel = page.getByRole("alert").filter({ hasText: "再生できませんでした" });
  await expect(panel).toBeVisible();
  await expect(panel.getByRole("link", { name: "別の動画へ" })).toBeVisible();
  await expectAccessible(page);

  await page.unroute(FILES);
  await panel.getByRole("button", { name: "再読み込み" }).click();
  await expect(panel).toBeHidden();
  await expect
    .poll(() => page.locator("video").evaluate((player: HTMLVideoElement) => player.currentTime), { timeout: 25_000 })
    .toBeGreaterThan(0.3);
});

test("keeps the player's settings after a restart", async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem("manabiya:player", JSON.stringify({ rate: 1.5, volume: 0.5, muted: true }));
  });
  await page.goto(`/video/${video.id}`);
  const player = page.locator("video");
  const settings = () =>
    player.evaluate(({ playbackRate, volume, muted }: HTMLVideoElement) => [playbackRate, volume, muted]);
  await expect.poll(settings).toEqual([1.5, 0.5, true]);

  const stored = () => page.evaluate(() => localStorage.getItem("manabiya:player"));
  await player.evaluate((element: HTMLVideoElement) => {
    element.playbackRate = 2;
  });
  await expect.poll(stored).toContain('"rate":2');

  // Renewing the address fails, too, so the panel appears.
  await page.route(FILES, (route) => route.fulfill({ status: 403 }));
  await player.evaluate((element: HTMLVideoElement) => {
    element.src = `${element.src}&again`;
  });
  const panel = page.getByRole("alert").filter({ hasText: "再生できませんでした" });
  await expect(panel).toBeVisible();
  await page.unroute(FILES);
  await panel.getByRole("button", { name: "再読み込み" }).click();
  await expect.poll(settings).toEqual([2, 0.5, true]);
  expect(await stored()).toContain('"rate":2');
});

for (const [what, answer, title] of [
  ["is no video", { contentType: "video/webm", body: "学び舎".repeat(1000) }, "動画ファイルを再生できませんでした"],
  ["is missing", { status: 404 }, "動画ファイルが見つかりません"],
] as const) {
  test(`explains a file that ${what}, and never blames the member's browser`, async ({ page }) => {
    await page.route(FILES, (route) => route.fulfill(answer));
    await page.goto(`/video/${video.id}`);
    const panel = page.getByRole("alert").filter({ hasText: title });
    await expect(panel).toContainText("運営にお問い合わせください。");
    await expect(panel).not.toContainText("ブラウザー");
    await expectAccessible(page);
  });
}

test.describe("before any user gesture", () => {
  test.use({ freshContext: true });

  test("shows 再生する when the browser blocks autoplay", async ({ page }) => {
    await blockAutoplay(page);
    await page.goto(`/video/${video.id}`);
    const button = page.getByRole("button", { name: "再生する" });
    await expect(button).toBeVisible();
    await expectAccessible(page);
    // WebKit draws a play button of its own over a video with controls.
    await expect(page.locator("video")).not.toHaveAttribute("controls");
    await button.click();
    await expect(button).toBeHidden();
    await expect(page.getByRole("slider", { name: "再生位置" })).toBeVisible();
    await expect
      .poll(() => page.locator("video").evaluate((player: HTMLVideoElement) => player.currentTime), { timeout: 25_000 })
      .toBeGreaterThan(0.3);
  });
});
