import type { Page } from "@playwright/test";
import { newestOf } from "./demo-videos.ts";
import { becomeTrial, expect, expectAccessible, test } from "./fixtures.ts";

test.use({ freshContext: true, hasTouch: true });

/** Pixels at the foot of the picture where the buttons stand. */
const CONTROLS = 40;

/** Phones held sideways, a phone held upright, small windows, and a window at 200 %. */
const SIZES = [
  [844, 390],
  [932, 430],
  [667, 375],
  [720, 450],
  [640, 360],
  [1180, 700],
  [1279, 680],
  [1280, 600],
  [1440, 900],
  [390, 844],
] as const;

async function expectPlayerToFit(page: Page, id: number, [width, height]: (typeof SIZES)[number]) {
  const isSideways = height <= 480;
  await page.setViewportSize({ width, height });
  // It begins at its beginning.
  await page.goto(`/video/${id}?t=0`);
  const video = page.locator("video");
  await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(0);

  const box = await video.boundingBox();
  const bar = await page.getByRole("banner").boundingBox();
  if (!box || !bar) throw new Error("The player or the top bar is not on the page");
  expect(box.y + box.height).toBeLessThanOrEqual(height);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.height, "a picture, not a stripe").toBeGreaterThan(Math.min(height, width) * 0.4);
  // The top bar stands above the picture, or out of the way below it.
  if (isSideways) expect(bar.y).toBeGreaterThanOrEqual(height);
  else expect(box.y).toBeGreaterThanOrEqual(bar.y + bar.height);
  const isUncovered = (x: number, y: number) =>
    page.evaluate(([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest("[data-stage]")), [x, y] as const);
  for (const share of [0.02, 0.5, 0.98]) {
    expect(await isUncovered(box.x + box.width * share, box.y + box.height - CONTROLS / 2)).toBe(true);
  }

  const isPaused = () => video.evaluate(({ paused }: HTMLVideoElement) => paused);
  await page.keyboard.press("k");
  await expect.poll(isPaused).toBe(true);
  // A paused video shows its controls.
  const controls = page.getByRole("group", { name: "動画の操作" });
  for (const control of [controls, ...(await controls.getByRole("button").all())]) {
    const controlBox = await control.boundingBox();
    if (!controlBox) continue;
    expect(controlBox.y).toBeGreaterThanOrEqual(box.y);
    expect(controlBox.y + controlBox.height).toBeLessThanOrEqual(height);
    expect(controlBox.x).toBeGreaterThanOrEqual(box.x);
    expect(controlBox.x + controlBox.width).toBeLessThanOrEqual(box.x + box.width);
  }
  const line = await page.getByRole("slider", { name: "再生位置" }).boundingBox();
  if (!line) throw new Error("The player has no time line");
  const seconds = () => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
  const before = await seconds();
  await page.touchscreen.tap(line.x + line.width * 0.8, line.y + line.height / 2);
  await expect.poll(seconds).toBeGreaterThan(before + 10);
  await expectAccessible(page);
}

test("The player and its controls fit windows of every shape", async ({ page }) => {
  await becomeTrial(page);
  const { id } = await newestOf(page, "file");
  for (const size of SIZES) await test.step(size.join("×"), () => expectPlayerToFit(page, id, size));
});

test("The top bar of a phone held sideways comes after the picture", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await becomeTrial(page);
  const { id } = await newestOf(page, "file");
  await page.goto(`/video/${id}`);
  await expect(page.locator("video")).toBeVisible();
  const menu = page.getByRole("button", { name: "メニュー", exact: true });
  await menu.focus();
  await expect(menu).toBeInViewport({ ratio: 1 });
  const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
  const bar = await page.getByRole("banner").boundingBox();
  expect(heading?.y).toBeGreaterThanOrEqual((bar?.y ?? Infinity) + (bar?.height ?? 0));
  await page.goto("/new-videos");
  await expect(page.getByRole("banner")).toBeInViewport({ ratio: 1 });
});
