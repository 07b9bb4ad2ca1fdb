import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { root } from "../../../../scripts/quiet-run.mjs";
import type { Ground } from "./ground.ts";

export const SHOTS = join(root, "prove-results", "nginx");
const SIZES = [
  [360, 800],
  [768, 1024],
  [1280, 800],
  [740, 360],
] as const;
const TITLE = "ただいまサイトを表示できません";

/** Milliseconds: the page opens itself again every 5 s. */
const BACK = 15_000;

export interface Away {
  status: number;
  headers: Record<string, string>;
  /** Sizes at which the page is wider or its button smaller than it may be. */
  layout: string[];
  /** The answer of a call. */
  call: { status: number; type: string; retryAfter: string | null };
  /** Whether the page opened the site by itself after the server was back. */
  comesBack: boolean;
}

/** Takes the server away, looks at the page at all sizes, and brings the server back. */
export async function lookWhileAway(browser: Browser, ground: Ground): Promise<Away> {
  const { url, upstream } = ground;
  await mkdir(SHOTS, { recursive: true });
  const context = await browser.newContext({ locale: "ja-JP" });
  try {
    const page = await context.newPage();
    await upstream.close();
    const answer = await page.goto(`${url}/landing`);
    const layout: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [width, height] of SIZES) layout.push(...(await lookAt(page, width, height, colorScheme)));
    }
    const call = await fetch(`${url}/api/subscription/prices/`);
    const { type = "" } = (await call.json().catch(() => ({}))) as { type?: string };
    await upstream.open();
    const comesBack = await page
      .waitForFunction((title) => document.title !== title, TITLE, { timeout: BACK })
      .then(
        () => true,
        () => false,
      );
    return {
      status: answer?.status() ?? 0,
      headers: (await answer?.allHeaders()) ?? {},
      layout,
      call: { status: call.status, type, retryAfter: call.headers.get("retry-after") },
      comesBack: comesBack && (await page.title()) !== "",
    };
  } finally {
    await context.close();
  }
}

async function lookAt(page: Page, width: number, height: number, scheme: string): Promise<string[]> {
  await page.setViewportSize({ width, height });
  await page.screenshot({ path: join(SHOTS, `unavailable-${width}x${height}-${scheme}.png`) });
  const { overflow, button, title } = await page.evaluate(() => {
    const { bottom = 0, height: tall = 0 } = document.querySelector("a")?.getBoundingClientRect() ?? {};
    return {
      overflow: document.documentElement.scrollWidth - innerWidth,
      button: { isVisible: bottom <= innerHeight, height: tall },
      title: document.title,
    };
  });
  const name = `${width}x${height} ${scheme}`;
  return [
    ...(title === TITLE ? [] : [`${name}: the page is "${title}"`]),
    ...(overflow > 0 ? [`${name}: ${overflow} px too wide`] : []),
    ...(button.isVisible ? [] : [`${name}: the button is below the fold`]),
    ...(button.height >= 44 ? [] : [`${name}: the button is ${button.height} px high`]),
  ];
}
