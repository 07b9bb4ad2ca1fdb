import { expect, type Page } from "@playwright/test";

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** From the narrowest phones that are still sold to a wide desktop; the page keeps its size. */
export async function expectToFit(page: Page): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    // What the script takes away on narrow screens goes a moment later.
    await expect.poll(overflow, `${page.url()} at ${width}px`).toBe(0);
  }
  await page.setViewportSize(before);
}
