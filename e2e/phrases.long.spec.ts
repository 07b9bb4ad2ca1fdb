import type { Page } from "@playwright/test";
import { REFUSED } from "./api-answers.ts";
import { ask } from "./demo-videos.ts";
import { enterAs } from "./enter-as.ts";
import { expect, test } from "./fixtures.ts";

const WIDTHS = [360, 412, 768, 1024, 1280, 1440];

interface Lines {
  /** Breaks between two lines of a heading. */
  count: number;
  /** Those inside a phrase, as "…before/after…". */
  wrong: string[];
}

/** As in Firefox and Safari, which do not know this value. */
async function withoutAutoPhrase(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("h1, h2, h3, h4, legend, main, .phrase { word-break: normal !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Reads where the browser broke the lines of every visible heading and lead. */
function readLines(): Lines {
  const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
  const lines: Lines = { count: 0, wrong: [] };
  for (const heading of document.querySelectorAll("h1, h2, h3, p.phrase")) {
    if (!heading.checkVisibility() || !japanese.test(heading.textContent)) continue;
    // A title whose phrases do not fit into the lines of a card breaks like other text.
    if (heading.closest("[data-cut]") || heading.querySelector("[data-cut]")) continue;
    let before: { character: string; rect: DOMRect; phrase: number } | null = null;
    let phrase = 0;
    const widths = new Map<number, number>();
    const breaks: { phrase: number; text: string; isInside: boolean }[] = [];
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node instanceof Element && (node.matches("wbr, br") || node.matches(".break-keep"))) phrase += 1;
      if (!(node instanceof Text) || node.parentElement?.closest(".sr-only")) continue;
      for (let index = 0; index < node.length; index++) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const [rect] = range.getClientRects();
        const character = node.data[index] ?? "";
        if (!rect || /\s/.test(character)) {
          if (/\s/.test(character)) phrase += 1;
          continue;
        }
        widths.set(phrase, (widths.get(phrase) ?? 0) + rect.width);
        if (before && rect.top > before.rect.top + rect.height / 2) {
          const text = `${heading.textContent.trim()}: …${before.character}/${character}…`;
          breaks.push({ phrase, text, isInside: phrase === before.phrase });
        }
        before = { character, rect, phrase };
      }
    }
    lines.count += breaks.length;
    // A phrase that is wider than its column breaks anywhere, as a last resort.
    const column = heading.getBoundingClientRect().width;
    // Texts that are put together at run time, and do not head anything, break as the browser likes.
    const hasPhrases = heading.querySelector(".break-keep") !== null;
    if (!hasPhrases && heading.localName === "p") continue;
    const wrong = breaks.filter((each) => each.isInside && (!hasPhrases || (widths.get(each.phrase) ?? 0) < column));
    lines.wrong.push(...wrong.map(({ text }) => text));
  }
  return lines;
}

/** Fails with every break inside a phrase. @returns the number of all breaks */
async function countBreaks(page: Page): Promise<number> {
  await withoutAutoPhrase(page);
  let count = 0;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const wrong = async () => (await page.evaluate(readLines)).wrong;
    // On narrow screens the script lays the page out a moment later.
    await expect.poll(wrong, `${page.url()} at ${width}px`).toEqual([]);
    count += (await page.evaluate(readLines)).count;
  }
  return count;
}

test("titles break between phrases at every width, in browsers without auto-phrase too", async ({ page }) => {
  await enterAs(page, "member@example.com", "/");
  const [playlist] = await ask<{ id: number }[]>(page, "/api/playlists/");
  const { newVideos } = await ask<{ newVideos: { id: number; title: string }[] }>(page, "/api/home/");
  const [longest] = newVideos.toSorted((a, b) => b.title.length - a.title.length);
  const paths = [
    "/",
    "/new-videos",
    "/favorites",
    "/watch-history",
    "/search?q=書き方&type=title",
    "/playlists",
    `/playlists/${playlist?.id}`,
    `/video/${longest?.id}`,
    "/notices",
  ];
  let count = 0;
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("main").locator(".break-keep").first()).toBeVisible();
    count += await countBreaks(page);
  }
  expect(count).toBeGreaterThan(100);
});

test.describe("Screens with messages", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("headings, leads and messages of the application break between phrases at every width", async ({ page }) => {
    let count = 0;
    const visit = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      count += await countBreaks(page);
    };
    for (const path of ["/trial", "/login", "/password-reset", "/verify-email"]) await visit(path);
    await enterAs(page, "inactive@example.com", "/checkout");
    for (const path of ["/checkout", "/profile"]) await visit(path);
    for (const path of ["/trial", "/playlists/999", "/category/999", "/subscription/cancel"]) {
      await visit(path);
      await expect(page.getByRole("main").locator(".break-keep").first(), path).toBeVisible();
    }
    expect(count).toBeGreaterThan(0);
  });
});

test("headings and leads of the landing pages break between phrases at every width", async ({ page }) => {
  for (const path of ["/landing", "/freelanding"]) {
    await page.goto(path);
    expect(await countBreaks(page), path).toBeGreaterThan(0);
  }
});

test("the breaks are no part of a title's text or name", async ({ page }) => {
  await enterAs(page, "member@example.com", "/");
  const { newVideos } = await ask<{ newVideos: { title: string }[] }>(page, "/api/home/");
  const title = newVideos[0]?.title ?? "";
  const link = page.getByRole("main").getByRole("link", { name: title, exact: true }).first();
  expect(await link.textContent()).toBe(title);
  const copied = await link.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return getSelection()?.toString();
  });
  expect(copied).toBe(title);
});
