import type { Page } from "@playwright/test";
import { contractOf, enter, press, subscribe } from "./billing-steps.ts";
import { expect, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { expectToFit } from "./widths.ts";

// The clock is shared, so these journeys run in sequence.
test.describe.configure({ mode: "default" });

test.use({ baseURL: async ({ clockServer }, use) => use(clockServer) });

const figures = (page: Page) => page.getByRole("region", { name: "変更内容の確認" });

async function look(page: Page): Promise<void> {
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
}

async function schedule(page: Page): Promise<void> {
  await page.goto("/subscription/change-plan");
  await figures(page).getByRole("radio", { name: "契約期間の終わりに変更する" }).check();
  await press(page, "契約期間の終わりに月額プランへ変更する");
  await expect(page).toHaveURL("/profile");
}

test("yearly to monthly has two times to choose from, and the later one can be taken back", async ({ page }) => {
  await subscribe(page, "年額プラン");
  await contractOf(page).getByRole("link", { name: "プランを変更する" }).click();
  await expect(figures(page).getByRole("radio", { name: "今すぐ変更する" })).toBeChecked();
  await expect(figures(page)).toContainText("14,850円（税込）が残り");
  await look(page);
  await figures(page).getByRole("radio", { name: "契約期間の終わりに変更する" }).check();
  await expect(figures(page)).not.toContainText("14,850円");
  await expect(figures(page)).toContainText(/本日のお支払い\s*0円（税込）/);
  await expect(figures(page)).toContainText(/月額プランの最初のお支払い\s*\d+年\d+月\d+日に1,650円（税込）/);
  await look(page);
  await press(page, "契約期間の終わりに月額プランへ変更する");
  await expect(page).toHaveURL("/profile");
  await expect(contractOf(page)).toContainText(/\d+年\d+月\d+日に月額プランへ変わります/);
  await expect(contractOf(page)).toContainText(/次回のお支払い\s*\d+年\d+月\d+日に1,650円（税込）/);
  await look(page);
  await press(page, "取り消す");
  await expect(contractOf(page)).not.toContainText("変わります");
  await expect(contractOf(page)).toContainText(/次回のお支払い\s*\d+年\d+月\d+日に16,500円（税込）/);
});

test("the monthly plan to the yearly one has no time to choose from", async ({ page }) => {
  await subscribe(page, "月額プラン");
  await page.goto("/subscription/change-plan");
  await expect(figures(page)).toContainText(/本日のお支払い/);
  await expect(figures(page).getByRole("radio")).toHaveCount(0);
});

test("a scheduled change begins when the paid year ends", async ({ page }) => {
  const newcomer = await subscribe(page, "年額プラン");
  await schedule(page);
  await page.goto("/sandbox/");
  for (const jump of ["1年進める", "1日進める"]) {
    await page.getByRole("button", { name: jump }).click();
    await expect(page.getByRole("button", { name: jump })).toBeVisible({ timeout: 60_000 });
  }
  await expect(page.getByText("プランの変更が完了しました").first()).toBeVisible();
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText("月額プラン");
  await expect(contractOf(page)).toContainText("料金1,650円（税込）／月");
  await expect(contractOf(page)).not.toContainText("変わります");
});
