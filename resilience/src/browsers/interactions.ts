// The time from an input to the next drawing, on a processor four times slower, as phones have.
import type { Browser, Page } from "puppeteer-core";

const SLOWDOWN = 4;
/** Milliseconds; the shortest that the browser reports. */
const SHORTEST = 16;
/** Milliseconds within which the browser reports an interaction. */
const REPORTED = 1_000;

export interface Interaction {
  what: string;
  /** Milliseconds, of the slowest event. */
  duration: number;
}

/** @param address of a server that the browser is logged in to */
export async function measureInteractions(browser: Browser, address: string, video: number): Promise<Interaction[]> {
  const page = await browser.newPage();
  const measured: Interaction[] = [];
  const measure = async (what: string, act: () => Promise<unknown>) => {
    await act();
    await new Promise((resolve) => setTimeout(resolve, REPORTED));
    measured.push({ what, duration: await slowestEvent(page) });
  };
  const open = async (path: string, content: string) => {
    await page.goto(address + path, { waitUntil: "networkidle2" });
    await page.waitForSelector(content);
    await page.evaluate(observeEvents, SHORTEST);
  };
  await page.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true });
  await page.emulateCPUThrottling(SLOWDOWN);
  await open("/", "article");
  await measure("menu", () => page.tap('button[aria-controls="sidebar"]'));
  await page.keyboard.press("Escape");
  await measure("favourite", () => page.tap('[data-saved-flag="is_favorite"]'));
  await page.tap('[data-saved-flag="is_favorite"]');
  await page.tap("#phone-bar button");
  await measure("search", () => page.keyboard.type("見出し"));
  await open(`/video/${video}`, "h1");
  await measure("share", () => page.tap('button[popovertarget="share"]'));
  await page.keyboard.press("Escape");
  await measure("note", () => page.keyboard.press("e"));
  await page.close();
  return measured;
}

interface Observed {
  slowestEvent?: number;
}

function observeEvents(durationThreshold: number): void {
  const observed = window as Observed;
  const options = { type: "event", durationThreshold } as PerformanceObserverInit;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      observed.slowestEvent = Math.max(observed.slowestEvent ?? 0, duration);
    }
  }).observe(options);
}

/** Since the last question. */
function slowestEvent(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observed = window as Observed;
    const slowest = observed.slowestEvent ?? 0;
    observed.slowestEvent = 0;
    return slowest;
  });
}
