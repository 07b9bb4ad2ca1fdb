import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { newestOf } from "./demo-videos.ts";
import { expect, expectAccessible, becomeTrial, test } from "./fixtures.ts";

/** A refused address, and what the browser says about it. */
test.use({ expectedErrors: [/status of 403|net::ERR_/] });

const FILES = "**/media/videos/**";

let video: VideoDetail;

test.beforeEach(async ({ page }) => {
  await becomeTrial(page);
  video = await newestOf(page, "file");
});

test("an address that has expired is renewed, and the video goes on from the same place", async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route(FILES, (route) => {
    asked.push(route.request().url());
    return asked.length === 1 ? route.fulfill({ status: 403 }) : route.continue();
  });
  await page.goto(`/video/${video.id}?t=25`);
  const element = page.locator("video");
  await expect
    .poll(() => element.evaluate((player: HTMLVideoElement) => player.currentTime), { timeout: 25_000 })
    .toBeGreaterThan(25);
  expect(await element.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeLessThan(35);
  expect(new Set(asked).size).toBeGreaterThan(1);
});

test("a video that cannot be had is explained, and can be tried again", async ({ page }) => {
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
    .poll(() => page.locator("video").evaluate((player: HTMLVideoElement) => player.currentTime), {
      timeout: 25_000,
    })
    .toBeGreaterThan(0.3);
});

test("what was set on the player stays when the player begins anew", async ({ page }) => {
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

  // Whatever was loaded is gone, and so is the line: an address is renewed in vain, and then somebody tries again.
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

test("a file that is no video is explained", async ({ page }) => {
  await page.route(FILES, (route) =>
    route.fulfill({ contentType: "video/webm", body: "学び舎".repeat(1000) }),
  );
  await page.goto(`/video/${video.id}`);
  await expect(
    page.getByRole("alert").filter({ hasText: "お使いの環境では再生できませんでした" }),
  ).toBeVisible();
});

test.describe("before any gesture", () => {
  test.use({ freshContext: true });

  test("a browser that does not let it begin shows 再生する", async ({ page }) => {
    // Every look of a test into the page counts as the visitor's gesture, so the browser's own refusal never comes.
    await page.addInitScript(() => {
      const play = HTMLMediaElement.prototype.play;
      let refusals = 1;
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        return refusals-- > 0
          ? Promise.reject(new DOMException("no gesture", "NotAllowedError"))
          : play.call(this);
      };
    });
    await page.goto(`/video/${video.id}`);
    const button = page.getByRole("button", { name: "再生する" });
    await expect(button).toBeVisible();
    await expectAccessible(page);
    await button.click();
    await expect(button).toBeHidden();
    await expect
      .poll(() => page.locator("video").evaluate((player: HTMLVideoElement) => player.currentTime), {
        timeout: 25_000,
      })
      .toBeGreaterThan(0.3);
  });
});
