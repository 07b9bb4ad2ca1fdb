import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type CDPSession, expect, type Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * In ASCII, of which V8 stores a byte per character. The minified file and the protocol's own call without a result take a
 * third of the processor time that `page.evaluate(axe.source)` takes in each document.
 */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8").replaceAll(
  /[\u0080-\uffff]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
);

const sessions = new WeakMap<Page, Promise<CDPSession>>();

async function loadAxe(page: Page): Promise<void> {
  if (!sessions.has(page)) sessions.set(page, page.context().newCDPSession(page));
  const devtools = await sessions.get(page);
  await devtools?.send("Runtime.evaluate", { expression: `${AXE};0` });
}

/** The rules that depend on colours, the only difference between the schemes. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

const OTHER = { light: "dark", dark: "light" } as const;

/** @returns each violation with its elements; `rules`: only these, else all default rules */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  for (;;) {
    const { found, hasMoved } = await violationsNow(page, rules);
    // An element that fades in during the check has the wrong contrast.
    if (found.length === 0 || !hasMoved) return found;
  }
}

async function violationsNow(page: Page, rules?: string[]): Promise<{ found: string[]; hasMoved: boolean }> {
  // A document that was checked before already has axe.
  if (!(await page.evaluate(() => "axe" in window))) await loadAxe(page);
  return page.evaluate(async (only) => {
    // Endless ones are not waited for. Between the wait and the check there must be no moment in which one could begin.
    const underWay = () =>
      document.getAnimations().filter(({ effect, playState }) => {
        return playState === "running" && effect?.getComputedTiming().endTime !== Infinity;
      });
    // A film's controls always begin another one.
    for (let round = 0; round < 5 && underWay().length > 0; round += 1) {
      await Promise.allSettled(underWay().map(({ finished }) => finished));
    }
    // The content behind a modal dialog is unreachable, and was checked before the dialog opened.
    const reachable: Node = document.querySelector("dialog:modal") ?? document;
    // Selectors and HTML are only for reports, but axe would make them for every element that passes.
    window.axe.configure({ noHtml: true });
    const options: axe.RunOptions = {
      resultTypes: ["violations"],
      selectors: false,
      elementRef: true,
      // Frames are other sites' pages. Only a disabled rule reads style sheets.
      iframes: false,
      preload: { assets: ["media"] },
      ...(only && { runOnly: { type: "rule", values: only } }),
    };
    let hasMoved = false;
    const moves = () => (hasMoved = true);
    for (const type of ["animationstart", "transitionrun"]) document.addEventListener(type, moves);
    const { violations: broken } = await window.axe.run(reachable, options);
    for (const type of ["animationstart", "transitionrun"]) document.removeEventListener(type, moves);
    // One that waits for its delay has not started yet.
    hasMoved ||= underWay().length > 0;
    // Handing over passed rules takes longer than running them.
    const found = broken.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ element }) => element?.outerHTML.slice(0, 300)).join(" | ")}`,
    );
    return { found, hasMoved };
  }, rules);
}

/** Checks the present state at the width that the page has; loading.long.spec.ts looks at every page at both. */
export async function expectAccessible(page: Page): Promise<void> {
  // Every screen has one as soon as it is there.
  await page.locator("h1").first().waitFor({ state: "attached" });
  expect(await violations(page)).toEqual([]);
}

/** Checks both colour schemes; the page keeps the first. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await expectAccessible(page);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const shown = isDark ? "dark" : "light";
  await page.emulateMedia({ colorScheme: OTHER[shown] });
  expect(await violations(page, COLOUR_RULES), `in the ${OTHER[shown]} scheme`).toEqual([]);
  await page.emulateMedia({ colorScheme: shown });
}
