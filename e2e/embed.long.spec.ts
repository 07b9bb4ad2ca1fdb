import type { Page } from "@playwright/test";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { chapterTitle, newestOf } from "./demo-videos.ts";
import { expect, expectAccessible, becomeTrial, test } from "./fixtures.ts";
import { type HostBehaviour, standInForYouTube } from "./stand-ins/youtube.ts";

const embedOf = (page: Page) => page.frameLocator("main iframe");

/** The messages that the host's player has received. */
async function heard(page: Page): Promise<string[]> {
  return embedOf(page)
    .locator("body")
    .evaluate(() => (window as unknown as { heard: string[] }).heard);
}

async function openVideo(page: Page, behaviour: HostBehaviour, search = ""): Promise<VideoDetail> {
  await standInForYouTube(page, behaviour);
  await becomeTrial(page);
  const video = await newestOf(page, "youtube");
  await page.goto(`/video/${video.id}${search}`);
  return video;
}

test.describe("a video of YouTube", () => {
  test("is embedded by YouTube's terms, plays by itself and marks the running chapter", async ({ page }) => {
    const asked = page.waitForRequest(/youtube-nocookie/);
    const video = await openVideo(page, { does: "play", seconds: 888, speed: 1 });
    const url = new URL((await asked).url());
    expect(url.pathname).toBe(`/embed/${video.video_id}`);
    expect(url.searchParams.get("origin")).toBe(new URL(page.url()).origin);
    await expect(page.locator("main iframe")).toHaveAttribute("referrerpolicy", "strict-origin-when-cross-origin");
    expect(await (await asked).headerValue("referer")).toBe(`${new URL(page.url()).origin}/`);

    const button = page.getByRole("button", { name: chapterTitle(video, 1) });
    await button.click();
    await expect(button).toHaveAttribute("aria-current", "true");
    await expect.poll(() => heard(page)).toContain("seekTo");
  });

  test("starts at the chapter that was chosen while it loaded", async ({ page }) => {
    const video = await openVideo(page, { does: "play", seconds: 888, speed: 1, isLoading: true });
    const button = page.getByRole("button", { name: chapterTitle(video, 1) });
    await button.click();
    await embedOf(page)
      .locator("body")
      .evaluate(() => (window as unknown as { loaded(): void }).loaded());
    await expect(button).toHaveAttribute("aria-current", "true");
    expect(await heard(page)).toContain("seekTo");
  });

  test("saves the position and resumes there", async ({ page }) => {
    const saved = page.waitForResponse(
      (response) => response.url().endsWith("/progress/") && /"position"/.test(response.request().postData() ?? ""),
    );
    await openVideo(page, { does: "play", seconds: 888, speed: 1 }, "?t=300");
    await expect.poll(() => heard(page)).toContain("listening");
    await page.keyboard.press("k");
    const { position, duration } = (await saved).request().postDataJSON() as Record<string, number>;
    expect(position).toBeGreaterThanOrEqual(300);
    expect(duration).toBe(888);
    const asked = page.waitForRequest(/youtube-nocookie/);
    await page.goto(page.url().replace("?t=300", ""));
    expect(Number(new URL((await asked).url()).searchParams.get("start"))).toBeGreaterThanOrEqual(300);
  });

  test("suggests another video at its end", async ({ page }) => {
    await openVideo(page, { does: "play", seconds: 888, speed: 500 });
    await expect(page.getByText("次の動画")).toBeVisible();
    await page.getByRole("button", { name: "もう一度見る" }).click();
    await expect.poll(() => heard(page)).toEqual(expect.arrayContaining(["seekTo", "playVideo"]));
  });

  test("waits for 再生する if the browser blocks autoplay", async ({ page }) => {
    let views = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/progress/") && !/"position"/.test(request.postData() ?? "")) views++;
    });
    await openVideo(page, { does: "block-autoplay", seconds: 888, speed: 1 });
    const button = page.getByRole("button", { name: "再生する" });
    await expect(button).toBeVisible();
    await expectAccessible(page);
    expect(views).toBe(0);
    await button.click();
    await expect(button).toBeHidden();
    await expect.poll(() => heard(page)).toContain("playVideo");
    await expect.poll(() => views).toBe(1);
  });

  test("shows a remedy for the host's errors", async ({ page }) => {
    const video = await openVideo(page, { does: "refuse", error: 100 });
    for (const [error, sentence] of [
      [100, "この動画は現在公開されていません"],
      [150, "このページでは再生できない動画です"],
      [153, "動画プレーヤーに接続できませんでした"],
    ] as const) {
      await standInForYouTube(page, { does: "refuse", error });
      await page.reload();
      const panel = page.getByRole("alert").filter({ hasText: sentence });
      await expect(panel).toBeVisible();
      await expect(panel.getByRole("link", { name: "YouTubeで確認" })).toHaveAttribute(
        "href",
        `https://www.youtube.com/watch?v=${video.video_id}`,
      );
      await expect(panel.getByRole("link", { name: "別の動画へ" })).toHaveAttribute(
        "href",
        `/video/${video.related_videos[0]?.id}`,
      );
    }
    await expectAccessible(page);
  });
});

test.describe("a video of YouTube, with the clock moved on", () => {
  // The clock belongs to a whole context.
  test.use({ freshContext: true });

  test("shows a failure if the host's player never answers, and plays after a reload", async ({ page }) => {
    await page.clock.install();
    await openVideo(page, { does: "stay-silent" });
    await expect(page.locator("main iframe")).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(page.getByText("動画プレーヤーを読み込めませんでした")).toBeVisible();
    await expect(page.locator("main iframe")).toHaveCount(0);

    await standInForYouTube(page, { does: "play", seconds: 888, speed: 1 });
    await page.getByRole("button", { name: "再読み込み" }).click();
    await expect.poll(() => heard(page)).toContain("addEventListener");
    await page.clock.fastForward(11_000);
    await expect(page.getByText("動画プレーヤーを読み込めませんでした")).toBeHidden();
  });
});

test.describe("a video of YouTube behind a filter", () => {
  test.use({ freshContext: true, expectedErrors: [/net::ERR_/] });

  test("shows a failure if the frame is blocked", async ({ page }) => {
    await page.clock.install();
    await page.route("https://www.youtube-nocookie.com/**", (route) => route.abort("blockedbyclient"));
    await becomeTrial(page);
    const video = await newestOf(page, "youtube");
    await page.goto(`/video/${video.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(video.title);
    await page.clock.fastForward(10_000);
    await expect(page.getByText("広告ブロックなどの拡張機能をご確認")).toBeVisible();
  });
});
