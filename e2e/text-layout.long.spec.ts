import type { Locator, Page } from "@playwright/test";
import { answerInstead } from "./api-answers.ts";
import { signUp } from "./billing-steps.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, test } from "./fixtures.ts";

/** The number of lines on which a text stands. */
function linesOf(text: Locator): Promise<number[]> {
  return text.evaluateAll((elements) =>
    elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
      return boxes.filter((box, index) => boxes.findIndex(({ bottom }) => Math.abs(bottom - box.bottom) < 6) === index)
        .length;
    }),
  );
}

test("no action of the checkout breaks inside its parentheses on a phone", async ({ page }) => {
  await signUp(page);
  for (const plan of ["月額プラン", "年額プラン"]) {
    await page.getByRole("button", { name: `${plan}を選ぶ` }).click();
    await expect(page.getByRole("button", { name: `${plan}を申し込む` })).toBeVisible();
    for (const width of [320, 360, 768]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await linesOf(page.getByText("（お支払いへ進む）")), `${plan} at ${width} px`).toEqual([1]);
    }
  }
});

test("a card's category is whole, and its date stands on one line", async ({ page }) => {
  await signInAs(page, "member@example.com");
  for (const path of ["/", "/new-videos", "/watch-history", "/search?q=コピー&type=all", "/playlists/1", "/video/1"]) {
    await page.goto(path);
    const facts = page
      .getByRole("article")
      .locator("p:visible")
      .filter({ has: page.getByRole("time") });
    await expect(facts.first()).toBeVisible();
    for (const width of [320, 360, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await linesOf(facts.getByRole("time"));
      expect(
        lines.filter((count) => count !== 1),
        `${path} at ${width} px`,
      ).toEqual([]);
      const cut = await facts.evaluateAll((all) =>
        all
          .flatMap((line) => [...line.querySelectorAll("span")])
          .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow !== "visible")
          .map((part) => part.textContent),
      );
      expect(cut, `cut categories, ${path} at ${width} px`).toEqual([]);
      const widths = await page
        .getByRole("article")
        .evaluateAll((cards) =>
          cards
            .filter(({ parentElement: cell, clientWidth }) => clientWidth > (cell?.clientWidth ?? 0) + 16)
            .map(({ textContent }) => textContent),
        );
      expect(widths, `cards wider than their column, ${path} at ${width} px`).toEqual([]);
    }
  }
});

/** A page of a list that is as long as the server's limit allows. */
async function openLongList(page: Page, call: string, path: string, count: number): Promise<void> {
  await answerInstead(page, call, 200, { count, next: null, previous: null, results: await someOf(page, call) });
  await page.goto(path);
}

async function someOf(page: Page, call: string): Promise<object[]> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const answer = await page.request.get(call, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { results: object[] }).results;
}

test("page numbers of one to four digits stand on one line of a phone", async ({ page }) => {
  await signInAs(page, "member@example.com");
  const links = page.getByRole("navigation", { name: "ページ" }).locator("li a");
  for (const [call, path, size] of [
    ["/api/videos/search/", "/new-videos", 20],
    ["/api/notices/", "/notices", 10],
  ] as const) {
    for (const pages of [9, 99, 999, 9999]) {
      await openLongList(page, call, `${path}?page=${Math.ceil(pages / 2)}`, pages * size);
      await expect(links).toHaveCount(7);
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await linesOf(links), `${pages} pages at ${width} px`).toEqual([1, 1, 1, 1, 1, 1, 1]);
        const tops = await links.evaluateAll(
          (all) => new Set(all.map((link) => link.getBoundingClientRect().top)).size,
        );
        expect(tops, `rows of ${pages} pages at ${width} px`).toBe(1);
        const cut = await links.evaluateAll(
          (all) => all.filter((link) => link.scrollWidth > link.clientWidth + 1).length,
        );
        expect(cut, `${pages} pages at ${width} px`).toBe(0);
      }
    }
  }
});

test("the monthly plan stands before the yearly plan wherever both are offered", async ({ page }) => {
  const plans = () => page.getByRole("heading", { name: /^(月額|年額)プラン$/ });
  for (const path of ["/landing", "/freelanding"]) {
    await page.goto(path);
    await expect(plans()).toHaveText(["月額プラン", "年額プラン"]);
  }
  await enterAs(page, "member@example.com", "/subscription/change-plan");
  await expect(plans()).toHaveText(["月額プラン", "年額プラン"]);
  await page.goto("/checkout");
  await expect(plans()).toHaveText(["月額プラン", "年額プラン"]);
});

test("a closed sidebar stays closed after a reload, and an opened one stays open", async ({ page }) => {
  await enterAs(page, "member@example.com", "/");
  const navigation = page.getByRole("navigation", { name: "メイン" });
  const menu = page.getByRole("button", { name: "メニュー", exact: true });
  await expect(navigation).toBeVisible();
  await menu.click();
  await page.reload();
  await expect(menu).toHaveAttribute("aria-expanded", "false");
  await expect(navigation).toBeHidden();
  await page.setViewportSize({ width: 1000, height: 800 });
  await menu.click();
  await page.reload();
  await expect(navigation).toBeVisible();
});
