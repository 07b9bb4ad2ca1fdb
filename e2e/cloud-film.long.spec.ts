import { chromium, type Page } from "@playwright/test";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { ask } from "./demo-videos.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { startServer } from "./server.ts";
import { startCloud } from "./stand-ins/cloud.ts";
import { expectToFit, PHONE } from "./widths.ts";

const read = <K extends keyof HTMLVideoElement>(page: Page, name: K): Promise<HTMLVideoElement[K]> =>
  page.locator("video").evaluate((video, key) => (video as HTMLVideoElement)[key as K], name);
const plays = async (page: Page, from = 0.3) =>
  expect.poll(() => read(page, "currentTime").catch(() => 0), { timeout: 60_000 }).toBeGreaterThan(from);
const quality = (page: Page) => page.getByRole("combobox", { name: "画質" });

// A browser and a server of its own, because the browser must find the cloud on this machine.
test("Staff enter a playlist at a cloud, and members see it in our player, by addresses that end", async ({
  launchOptions,
}, { project }) => {
  const cloud = await startCloud();
  const server = await startServer(cloud.environment);
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...cloud.browser] });
  const { locale = "ja-JP", timezoneId = "Asia/Tokyo" } = project.use;
  const openTab = (viewport: typeof PHONE) =>
    browser.newPage({ baseURL: server.address, viewport, locale, timezoneId, serviceWorkers: "block" });
  try {
    const desk = await openTab({ width: 1280, height: 800 });
    await enterAs(desk, "staff@example.com", "/admin/videos");
    await desk.getByText("動画を登録する", { exact: true }).click();
    await desk.getByLabel("タイトル", { exact: true }).fill("雲の上の授業");
    const address = desk.getByLabel("動画ID", { exact: true });
    await address.fill(`${cloud.address}?token=abc&expires=1`);
    await desk.getByRole("button", { name: "登録する", exact: true }).click();
    await expect(desk.getByText("期限のあるURLは登録できません")).toBeVisible();
    await address.fill(cloud.address);
    await expect(desk.getByLabel("配信元")).toHaveValue("hls");
    await expectToFit(desk);
    await expectAccessibleInBothSchemes(desk);
    await desk.getByRole("button", { name: "登録する", exact: true }).click();
    await desk.getByRole("main").getByRole("link", { name: "雲の上の授業", exact: true }).click();
    // This page is older than the film: its policy does not know the cloud yet.
    const start = desk.getByRole("region", { name: "プレーヤー" }).getByRole("button", { name: "再生する" });
    const renewed = desk.waitForEvent("load");
    await start.click();
    await renewed;
    await start.click();
    await plays(desk);
    await desk.close();

    const page = await openTab(PHONE);
    await signInAs(page, "member@example.com");
    const { results } = await ask<{ results: VideoDetail[] }>(page, "/api/videos/search/?q=雲の上の授業");
    const { id = 0 } = results[0] ?? {};
    await page.goto(`/video/${id}`);
    await plays(page);
    await expect(quality(page).locator("option")).toHaveText([/^自動（\d+p）$/, "360p", "180p"]);
    await quality(page).selectOption("180p");
    await expect.poll(() => read(page, "videoHeight"), { timeout: 60_000 }).toBe(180);
    await expectToFit(page);
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press("k");
    await expect.poll(() => read(page, "paused")).toBe(true);
    await page.keyboard.press("l");
    await page.keyboard.press("k");
    const position = (await read(page, "currentTime")) - 1;
    await plays(page, position + 2);
    // The member comes back to where they were.
    await page.goto("/");
    await page.goto(`/video/${id}`);
    await plays(page, position);

    const { stream } = await ask<VideoDetail>(page, `/api/videos/${id}/`);
    const copied = stream?.url ?? "";
    expect(await cloud.statusOf(copied)).toBe(200);
    expect(await cloud.statusOf(copied.replace("playlist", "../playlist"))).toBe(403);
    // The address ends. The next segment is refused, and the player asks for a fresh address, which must last longer. The player
    // holds half of the film at most, so that it has a next segment to ask for.
    const end = Number(/&expires=(\d+)&/.exec(copied)?.[1]);
    await expect.poll(() => Date.now() / 1000 + 3600).toBeGreaterThan(end + 2);
    const fresh = page.waitForRequest(`**/api/videos/${id}/`);
    cloud.now = end + 1;
    expect(await cloud.statusOf(copied)).toBe(403);
    // A quality that the member chooses while the fresh playlist still loads counts.
    const { promise: isChosen, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/playlist\.m3u8$/, async (route) => {
      await isChosen;
      await route.continue();
    });
    const asked = page.waitForRequest(/playlist\.m3u8$/);
    await quality(page).selectOption("360p");
    await fresh;
    await asked;
    await quality(page).selectOption("180p");
    answer();
    await plays(page, 1);
    expect(await read(page, "videoHeight")).toBe(180);
    await quality(page).selectOption("360p");
    await expect.poll(() => read(page, "videoHeight"), { timeout: 60_000 }).toBe(360);
    await plays(page, 1);
  } finally {
    await browser.close();
    await server.stop();
    await cloud.close();
  }
});
