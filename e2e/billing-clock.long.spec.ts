import { CARDS, contractOf, enter, expectToWatch, payWith, press, subscribe } from "./billing-steps.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";
import type { Page } from "@playwright/test";

// The clock is shared, so these journeys run in sequence.
test.describe.configure({ mode: "default" });

test.use({ baseURL: async ({ clockServer }, use) => use(clockServer) });

/** Moves the demo's clock through its control page and waits for the effect. */
async function wait(page: Page, ...jumps: ("1日進める" | "1か月進める" | "1年進める")[]): Promise<void> {
  await page.goto("/sandbox/");
  for (const jump of jumps) {
    await page.getByRole("button", { name: jump }).click();
    // A year has twelve renewals with their mails.
    await expect(page.getByRole("button", { name: jump })).toBeVisible({ timeout: 60_000 });
  }
}

test("解約 keeps access until the paid period ends", async ({ page }) => {
  const newcomer = await subscribe(page, "月額プラン");
  await press(page, "解約する");
  await page.getByRole("dialog").getByRole("button", { name: "解約する" }).click();
  await expect(contractOf(page)).toContainText("自動更新なし");
  await wait(page, "1か月進める", "1日進める");
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText("契約終了");
  await expect(contractOf(page)).toContainText("ご契約は終了しています。");
  await expectAccessible(page);
  await contractOf(page).getByRole("link", { name: "プランと料金を見る" }).click();
  await expect(page).toHaveURL("/checkout");
  await page.goto("/sandbox/");
  await expect(page.getByText("ご契約が終了しました").first()).toBeVisible();
});

test("a failed renewal is shown and repaired with another card, without losing access", async ({ page }) => {
  const newcomer = await subscribe(page, "月額プラン");
  await press(page, "カードの変更と請求書の確認");
  await expect(page).toHaveURL(/\/sandbox\/stripe\/portal\//);
  await payWith(page, CARDS.failsLater, /カードを/);
  await wait(page, "1か月進める", "1日進める");
  await expect(page.getByText("お支払いを確認できませんでした").first()).toBeVisible();
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText("1,650円（税込）のお支払いを確認できませんでした。");
  await expectAccessible(page);
  await expectToWatch(page);
  await page.goto("/profile");
  await contractOf(page).getByRole("link", { name: "請求書を開いて支払う" }).click();
  await payInvoice(page);
  await page.goto("/profile");
  await expect(contractOf(page)).toContainText("次回のお支払い");
  await expect(contractOf(page)).not.toContainText("確認できませんでした");
});

test("a year later the receipts of both years are in reach, with their sums", async ({ page }) => {
  test.slow();
  const newcomer = await subscribe(page, "年額プラン");
  await wait(page, "1年進める", "1日進める");
  await enter(page, newcomer, "/profile/receipts");
  const blocks = page.getByRole("main").getByRole("region", { name: /年のお支払い$/ });
  await expect(blocks).toContainText(/合計（税込）\s*16,500円/);
  const newest = await blocks.getByRole("heading").textContent();
  const years = page.getByLabel("年", { exact: true });
  await expect(years.locator("option")).toHaveCount(2);
  await years.selectOption({ index: 1 });
  await expect(blocks.getByRole("heading")).not.toHaveText(newest ?? "");
  await expect(blocks).toContainText(/合計（税込）\s*16,500円/);
  await expectAccessible(page);
});

test("a renewal that waits for 本人認証 says so and ends with it", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const newcomer = await subscribe(page, "月額プラン");
  await press(page, "カードの変更と請求書の確認");
  await payWith(page, CARDS.secure, /カードを/);
  await page.getByRole("button", { name: "承認する" }).click();
  await wait(page, "1か月進める", "1日進める");
  const mail = page.getByRole("group").filter({ hasText: newcomer.email });
  await expect(mail.filter({ hasText: "お支払いに本人認証が必要です" })).toHaveCount(1);
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText("カード会社の本人認証が必要です。");
  await expectAccessible(page);
  await expectToFit(page);
  await contractOf(page).getByRole("link", { name: "本人認証をして支払う" }).click();
  await page.getByRole("button", { name: /支払う/ }).click();
  await page.getByRole("button", { name: "承認する" }).click();
  await expect(page.getByText("お支払い済みです")).toBeVisible();
  await page.goto("/profile");
  await expect(contractOf(page)).toContainText("次回のお支払い");
  await expect(contractOf(page)).not.toContainText("本人認証");
  await page.goto("/sandbox/");
  await expect(mail.filter({ hasText: "お支払いが完了しました" })).toHaveCount(1);
});

/** A card other than the saved one. */
async function payInvoice(page: Page): Promise<void> {
  const other = page.getByRole("radio", { name: /別のカード|新しいカード/ });
  if (await other.isVisible()) await other.check();
  await payWith(page, CARDS.good, /支払う/);
  await expect(page.getByText("お支払い済みです")).toBeVisible();
}
