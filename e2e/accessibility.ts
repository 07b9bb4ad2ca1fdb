import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { DESKTOP, PHONE } from "./widths.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The rules whose verdict depends on colours; nothing else differs between the light and the dark scheme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

const OTHER = { light: "dark", dark: "light" } as const;

/** What is just fading in has the contrast of a moment; what moves for ever is not waited for. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** @returns each violation with the elements that it is about; `rules`: only these, else all that are on by default */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await animationsEnd(page);
  // A document that was looked at before has axe already, and its code is warm.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    // Nobody reaches what lies behind a modal dialog; it was looked at before the dialog opened.
    const reachable: Node = document.querySelector("dialog:modal") ?? document;
    const options: axe.RunOptions = {
      resultTypes: ["violations"],
      // Frames are other sites' pages; style sheets are only read for a rule that is off.
      iframes: false,
      preload: { assets: ["media"] },
      ...(only && { runOnly: { type: "rule", values: only } }),
    };
    const { violations: found } = await window.axe.run(reachable, options);
    // What is well would take longer to hand over than to find.
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, rules);
}

/** Expects no accessibility violation on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}

/** The same, in the scheme that the page is shown in and in the other one; the page keeps the first. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await expectAccessible(page);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const shown = isDark ? "dark" : "light";
  await page.emulateMedia({ colorScheme: OTHER[shown] });
  expect(await violations(page, COLOUR_RULES), `in the ${OTHER[shown]} scheme`).toEqual([]);
  await page.emulateMedia({ colorScheme: shown });
}

/** The same as it is now, on a desktop and on a phone; the page keeps its size. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    // What the script shows or takes away at this width is there a frame later.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await violations(page), `at ${size.width} px`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}
