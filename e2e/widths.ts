import { expect, type Page } from "@playwright/test";

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** Checks widths from the narrowest phones to a wide desktop; the page keeps its size. */
export async function expectToFit(page: Page): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    // On narrow screens the script removes elements a moment later.
    await expect.poll(overflow, `${page.url()} at ${width}px`).toBe(0);
  }
  await page.setViewportSize(before);
}
