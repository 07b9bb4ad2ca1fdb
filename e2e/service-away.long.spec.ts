import type { BrowserContext } from "@playwright/test";
import { REFUSED } from "./api-answers.ts";
import { enterAs } from "./enter-as.ts";
import { becomeTrial, expect, expectAccessible, test } from "./fixtures.ts";

test.use({ freshContext: true, expectedErrors: [REFUSED] });

/** Milliseconds: a failover. */
const AWAY = 10_000;
const BACK = { timeout: 25_000 };

const isCall = ({ pathname }: URL) => pathname.startsWith("/api/");

/** Answers every call as the server does while its database is away. @returns a function that brings it back */
async function loseDatabase(context: BrowserContext): Promise<() => Promise<void>> {
  const sentence = "エラーが発生しました。もう一度お試しください。";
  await context.route(isCall, (route) =>
    route.fulfill({
      status: 503,
      headers: { "retry-after": "1" },
      json: { error: sentence, type: "unavailable", message: sentence },
    }),
  );
  return () => context.unroute(isCall);
}

test("pages that open while the database is away wait calmly and fill by themselves", async ({ page, context }) => {
  await becomeTrial(page);
  const back = await loseDatabase(context);
  const tabs = [];
  for (const path of ["/", "/new-videos", "/playlists"]) {
    const tab = path === "/" ? page : await context.newPage();
    await tab.goto(path);
    const main = tab.getByRole("main");
    const waiting = main.getByRole("status").filter({ hasText: "読み込み中" }).first();
    await expect(waiting).toBeVisible();
    const content = path === "/playlists" ? main.getByRole("link") : main.getByRole("article");
    tabs.push({ tab, waiting, content: content.first() });
  }
  await page.waitForTimeout(AWAY);
  for (const { tab, waiting } of tabs) {
    await expect(waiting).toBeVisible();
    await expect(tab.getByRole("button", { name: "再試行" })).toHaveCount(0);
    await expectAccessible(tab);
  }
  await back();
  for (const { content } of tabs) await expect(content).toBeVisible(BACK);
});

test("a favourite pressed while the database is away is stored when it is back", async ({ page, context }) => {
  await enterAs(page, "yearly@example.com", "/video/1");
  const button = page.getByRole("button", { name: "お気に入り", exact: true }).first();
  const wanted = (await button.getAttribute("aria-pressed")) !== "true";
  const back = await loseDatabase(context);
  await button.click();
  await page.waitForTimeout(AWAY);
  await expect(button).toHaveAttribute("aria-pressed", String(wanted));
  const stored = page.waitForResponse((answer) => answer.url().endsWith("/favorite/") && answer.ok(), BACK);
  await back();
  await stored;
  await page.reload();
  await expect(button).toHaveAttribute("aria-pressed", String(wanted));
});
