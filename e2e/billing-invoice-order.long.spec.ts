import type { Page } from "@playwright/test";
import { press, signUp } from "./billing-steps.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { type RunningServer, startServer } from "./server.ts";
import { expectToFit, PHONE } from "./widths.ts";

/** The switch is the site's, so these journeys have their own server and run in sequence. */
let server: RunningServer | undefined;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  test.setTimeout(100_000);
  server = await startServer();
});

test.afterAll(() => server?.stop());

test.use({ baseURL: async ({}, use) => use(server?.address) });

const main = (page: Page) => page.getByRole("main");
const WAITING = "お支払いの確認をお待ちしています";
const BY_INVOICE = { name: "コンビニ・銀行振込で支払う" };

async function look(page: Page): Promise<void> {
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
}

test("staff let members pay at convenience stores", async ({ page }) => {
  await signUp(page);
  await press(page, "年額プランを選ぶ");
  await expect(main(page).getByRole("button", { name: /^年額プランを申し込む/ })).toBeVisible();
  await expect(main(page).getByRole("button", BY_INVOICE)).toHaveCount(0);
  await enterAs(page, "superuser@example.com", "/admin/site");
  await page.getByLabel("コンビニ払い・銀行振込（請求書払い）").selectOption({ label: "受け付ける" });
  await press(page, "保存");
  await expect(main(page)).toContainText("サイトの設定を保存しました。");
  await look(page);
});

test("a member orders by invoice, takes it back, and pays another at a store", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  await press(page, "月額プランを選ぶ");
  await expect(main(page).getByRole("button", { name: /^月額プランを申し込む/ })).toBeVisible();
  await expect(main(page).getByRole("button", BY_INVOICE)).toHaveCount(0);
  await press(page, "年額プランを選ぶ");
  await expect(main(page).getByRole("button", BY_INVOICE)).toBeVisible();
  await look(page);
  await main(page).getByRole("button", BY_INVOICE).click();
  const atStore = page.getByRole("button", { name: "コンビニで16,500円を支払う" });
  await expect(atStore).toBeVisible();

  await page.goto("/checkout");
  await expect(main(page)).toContainText(WAITING);
  await page.goto("/profile");
  await expect(main(page)).toContainText(/請求書（16,500円、税込）を、\d+年\d+月\d+日までにお支払いください。/);
  await look(page);
  await press(page, "申し込みを取り消す");
  const dialog = page.getByRole("dialog", { name: "申し込みを取り消しますか？" });
  await look(page);
  await dialog.getByRole("button", { name: "申し込みを取り消す" }).click();
  await expect(main(page)).not.toContainText(WAITING);

  await page.goto("/checkout");
  await press(page, "年額プランを選ぶ");
  await main(page).getByRole("button", BY_INVOICE).click();
  await atStore.click();
  await expect(page.getByText("お支払い済みです")).toBeVisible();
  // The provider's message about the payment at the store arrives on its own.
  await expect(async () => {
    await page.goto("/profile");
    await expect(main(page)).toContainText("年額プラン", { timeout: 3_000 });
  }).toPass();
  await expect(main(page)).toContainText("お支払い方法請求書払い");
  await expect(main(page)).not.toContainText(WAITING);
  await page.goto("/video/1");
  await expect(page).toHaveURL("/video/1");
});
