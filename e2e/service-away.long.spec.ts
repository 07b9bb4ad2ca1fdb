import type { Page } from "@playwright/test";
import { REFUSED } from "./api-answers.ts";
import { enterAs } from "./enter-as.ts";
import { becomeTrial, expect, expectAccessible, test } from "./fixtures.ts";

test.use({ freshContext: true, expectedErrors: [REFUSED] });

/** Milliseconds: a failover. */
const AWAY = 10_000;
const BACK = { timeout: 25_000 };

const isCall = ({ pathname }: URL) => pathname.startsWith("/api/");

/** Answers every call as the server does while its database is away. @returns a function that brings it back */
async function loseDatabase(page: Page): Promise<() => Promise<void>> {
  const sentence = "エラーが発生しました。もう一度お試しください。";
  await page.route(isCall, (route) =>
    route.fulfill({
      status: 503,
      headers: { "retry-after": "1" },
      json: { error: sentence, type: "unavailable", message: sentence },
    }),
  );
  return () => page.unroute(isCall);
}

test("pages that open while the database is away wait calmly and fill by themselves", async ({ page }) => {
  test.setTimeout(120_000);
  await becomeTrial(page);
  for (const [path, content] of [
    ["/", page.getByRole("article").first()],
    ["/new-videos", page.getByRole("article").first()],
    ["/playlists", page.getByRole("main").getByRole("link").first()],
  ] as const) {
    const back = await loseDatabase(page);
    await page.goto(path);
    const waiting = page.getByRole("main").getByRole("status").filter({ hasText: "読み込み中" }).first();
    await expect(waiting).toBeVisible();
    await page.waitForTimeout(AWAY);
    await expect(waiting).toBeVisible();
    await expect(page.getByRole("button", { name: "再試行" })).toHaveCount(0);
    await expectAccessible(page);
    await back();
    await expect(content).toBeVisible(BACK);
  }
});

test("a favourite pressed while the database is away is stored when it is back", async ({ page }) => {
  test.setTimeout(90_000);
  await enterAs(page, "yearly@example.com", "/video/1");
  const button = page.getByRole("button", { name: "お気に入り", exact: true }).first();
  const wanted = (await button.getAttribute("aria-pressed")) !== "true";
  const back = await loseDatabase(page);
  await button.click();
  await page.waitForTimeout(AWAY);
  await expect(button).toHaveAttribute("aria-pressed", String(wanted));
  const stored = page.waitForResponse((answer) => answer.url().endsWith("/favorite/") && answer.ok(), BACK);
  await back();
  await stored;
  await page.reload();
  await expect(button).toHaveAttribute("aria-pressed", String(wanted));
});
