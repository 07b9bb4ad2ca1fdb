import type { Page } from "@playwright/test";
import type { PlaylistDetail } from "@manabiya/contract/catalogue/playlists.ts";
import { ask, newestOf } from "./demo-videos.ts";
import { enterAs } from "./enter-as.ts";
import { expect, test } from "./fixtures.ts";
import { expectSpecifiedSidebar } from "./staff-pages.ts";

const SIZES = [
  [320, 640],
  [360, 740],
  [480, 800],
  [740, 360],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
] as const;
/** Per cent of the browser's usual text. */
const TEXTS = [100, 150, 200];

const SCREENS = [
  "/",
  "/new-videos?page=2",
  "/watch-history",
  "/category/5",
  "/search?q=コピー&type=all",
  "/playlists",
  "/playlists/2",
  "/video/newest",
  "/video/lesson?playlist=2",
  "/today",
  "/notes",
  "/notices",
  "/profile",
  "/subscription/change-plan",
];

const STAFF_SCREENS = [
  "/admin/dashboard",
  "/admin/categories",
  "/admin/tags",
  "/admin/synonyms",
  "/admin/videos",
  "/admin/videos/upload",
  "/admin/videos/sheet",
  "/admin/videos/newest",
  "/admin/videos/newest/captions",
  "/admin/description",
  "/admin/chapters",
  "/admin/notices",
  "/admin/mails",
  "/admin/mailings",
  "/admin/alerts",
  "/admin/home",
  "/admin/site",
  "/admin/legal",
  "/admin/landing",
  "/admin/colleagues",
  "/admin/tools",
  "/admin/prices",
  "/admin/sales",
  "/admin/coupons",
  "/admin/members",
  "/admin/questions",
  "/admin/members/1",
  "/admin/members/move",
  "/admin/figures",
  "/admin/figures/videos",
  "/admin/figures/videos/newest",
  "/admin/figures/searches",
  "/admin/state",
  "/admin/audit",
];

/** Sentences about what a reader would miss on the page as it is drawn now. */
function problemsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const problems: string[] = [];
    // Limited lines are measured after a layout, and drawn with the next.
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) problems.push(`${scrollWidth} px wide in ${clientWidth}`);

    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.clientHeight !== 1;
    const isCut = (element: Element) => element.scrollHeight > element.clientHeight + 1;
    const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)].filter(isShown);

    for (const box of all<HTMLElement>("[class*=line-clamp]").filter(isCut)) {
      const pieces = [box, ...box.querySelectorAll<HTMLElement>("*")];
      for (const { style } of pieces) style.setProperty("word-break", "normal");
      if (!isCut(box)) problems.push(`cut though it fits: ${box.textContent}`);
      for (const { style } of pieces) style.removeProperty("word-break");
    }
    for (const rail of all("[data-rail] > div").filter(isCut)) problems.push(`runs over the next: ${rail.textContent}`);
    for (const part of all("article .truncate").filter((each) => each.scrollWidth > each.clientWidth)) {
      problems.push(`cut on one line: ${part.textContent}`);
    }
    const ruler = document.createElement("canvas").getContext("2d");
    for (const select of all<HTMLSelectElement>("main select")) {
      const style = getComputedStyle(select);
      if (!ruler) throw new Error("no canvas");
      ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const text = select.selectedOptions[0]?.text ?? "";
      // Half of a long choice still tell it from the others. A line has no more room than the page.
      const isWholeLine = select.offsetWidth > 0.75 * (select.closest("form, main")?.clientWidth ?? 0);
      if (!isWholeLine && ruler.measureText(text).width * 0.5 > room)
        problems.push(`a select with room for ${room} px: ${text}`);
    }
    const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      if (/^\d+(:[0-5]\d)+$/.test(text) && !node.parentElement?.closest("[aria-hidden=true]")) {
        problems.push(`read as a time of day: ${text}`);
      }
      if (text.length < 4 || !node.parentElement || !isShown(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 2 && text.length / (lines.size - 1) < 2) problems.push(`one character per line: ${text}`);
    }
    return problems;
  });
}

/** Names what is chosen, and bars, that nobody sees in forced colours. */
async function unseenOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  const unseen = await page.locator("main, #sidebar").evaluateAll((areas) => {
    const chosen =
      "[aria-checked=true], [aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false]), label:has(> input.sr-only:checked), [style*='%'][class*=bg-]";
    const around = getComputedStyle(document.body).backgroundColor;
    const isSeen = (element: Element) => {
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor !== around && !backgroundColor.endsWith(", 0)");
    };
    return areas
      .flatMap((area) => [...area.querySelectorAll(chosen)])
      .filter((each) => each.checkVisibility() && ![each, ...each.querySelectorAll("*")].some(isSeen))
      .map((each) => `not seen in forced colours: ${each.outerHTML.slice(0, 200)}`);
  });
  await page.emulateMedia({ forcedColors: "none" });
  return unseen;
}

/** The cards of each of home's lists, row by row. */
function rowsOf(page: Page, name: string): Promise<number[]> {
  return page
    .getByRole("region", { name, exact: true })
    .getByRole("listitem")
    .filter({ visible: true })
    .evaluateAll((cards) => {
      const tops = cards.map((card) => Math.round(card.getBoundingClientRect().top));
      return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    });
}

/** All problems of a screen at every size of window and text. */
async function allProblemsOf(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const text of TEXTS) {
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, text);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      // A script that follows a resize may need a moment.
      const problems = (await problemsOf(page)).length > 0 ? await problemsOf(page) : [];
      if (path === "/") problems.push(...(await rowProblemsOf(page)));
      found.push(...problems.map((problem) => `${path}, ${width}×${height}, text at ${text} %: ${problem}`));
    }
  }
  return found;
}

async function rowProblemsOf(page: Page): Promise<string[]> {
  const newest = await rowsOf(page, "新着動画");
  const history = await rowsOf(page, "視聴履歴");
  const count = newest.reduce((sum, row) => sum + row, 0);
  return [
    ...(count === 8 ? [] : [`${count} new videos`]),
    ...(new Set([...newest, ...history]).size === 1 ? [] : [`rows of ${newest.join()} and ${history.join()}`]),
  ];
}

for (const [email, screens] of [
  ["member@example.com", SCREENS.slice(0, 6)],
  ["member@example.com", SCREENS.slice(6)],
  ["superuser@example.com", STAFF_SCREENS.slice(0, 16)],
  ["superuser@example.com", STAFF_SCREENS.slice(16)],
] as const) {
  test(`from ${screens[0]} to ${screens.at(-1)} all can be read at every width and size of text`, async ({ page }) => {
    await enterAs(page, email, "/");
    const { id } = await newestOf(page, "file");
    const { videos } = await ask<PlaylistDetail>(page, "/api/playlists/2/");
    const lesson = videos[0]?.video.id;
    const found: string[] = [];
    for (const path of screens) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(path.replace("newest", String(id)).replace("lesson", String(lesson)));
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main").getByRole("status", { name: /読み込み/ })).toHaveCount(0);
      if (path.startsWith("/admin/")) await expectSpecifiedSidebar(page);
      found.push(...(await allProblemsOf(page, path)));
      found.push(...(await unseenOf(page)).map((problem) => `${path}: ${problem}`));
    }
    expect(found).toEqual([]);
  });
}

test("in forced colours, bars are seen, and selects keep their arrow", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await enterAs(page, "member@example.com", "/today");
  await page.getByText("この4週間に").click();
  await expect(page.getByRole("img", { name: /棒グラフ/ })).toBeVisible();
  expect(await unseenOf(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/new-videos");
  const selects = page.getByRole("main").getByRole("combobox");
  await expect(selects.first()).toBeVisible();
  const looks = await selects.evaluateAll((all) => all.map((select) => getComputedStyle(select).appearance));
  expect(looks.filter((look) => look !== "auto")).toEqual([]);
});

test.describe("in a window as low as 256 px", () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test("no bar stays over the page", async ({ page }) => {
    await enterAs(page, "member@example.com", "/new-videos");
    await expect(page.getByRole("article").first()).toBeAttached();
    await page.evaluate(() => scrollTo(0, 600));
    await expect(page.getByRole("banner")).not.toBeInViewport();
    await page.goto("/landing");
    await page.evaluate(() => scrollTo(0, 600));
    await expect(page.getByRole("banner")).not.toBeInViewport();
  });
});
