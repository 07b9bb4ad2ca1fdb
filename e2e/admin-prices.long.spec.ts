import type { PriceScreen } from "@manabiya/contract/billing/price-lists.ts";
import type { Page } from "@playwright/test";
import { contractOf, enter, order, press, signUp, subscribe } from "./billing-steps.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, ownTest as test } from "./fixtures.ts";
import { callAs } from "./staff-pages.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

// Orders and forms that the server refuses.
test.use({ expectedErrors: [/status of 40[09]/] });

test.use({ freshContext: true, baseURL: async ({ server }, use) => use(server) });

const main = (page: Page) => page.getByRole("main");
const current = (page: Page) => page.getByRole("region", { name: "現在の料金" });
const openPrices = (page: Page) => enterAs(page, "superuser@example.com", "/admin/prices");

async function fill(page: Page, monthly: number, yearly: number): Promise<void> {
  await main(page).getByLabel("月額プランの料金（税抜・円）").fill(String(monthly));
  await main(page).getByLabel("年額プランの料金（税抜・円）").fill(String(yearly));
}

test("an operator enters prices: visitors see and pay them, and a member who pays keeps theirs", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const paying = await subscribe(page, "月額プラン");
  const buyer = await signUp(page);
  await order(page, "月額プラン");
  const oldPage = page.url();

  await openPrices(page);
  await expect(current(page)).toContainText("1,650円（税込）");
  await fill(page, 1000, 12_000);
  await press(page, "いますぐこの料金にする");
  await expect(main(page).getByLabel("年額プランの料金（税抜・円）")).toHaveAccessibleDescription(/12か月分より安く/);
  await fill(page, 1980, 19_800);
  await press(page, "プレビュー");
  const preview = page.getByRole("region", { name: "プレビュー" });
  for (const text of ["2,178円／月（税込）", "21,780円／年（税込）", "2か月分お得", "4,356円安く"]) {
    await expect(preview).toContainText(text);
  }
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await press(page, "いますぐこの料金にする");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("いますぐ、月額2,178円・年額21,780円（税込）にしますか？");
  await expect(dialog).toContainText("ご契約中の会員の料金は変わりません。");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "開始する" }).click();
  await expect(current(page)).toContainText("2,178円（税込）");
  await expect(page.getByRole("region", { name: "以前の料金" })).toContainText("月額1,650円・年額16,500円（税込）");

  await page.goto("/landing");
  await expect(page.getByText("月あたり1,815円から。")).toBeVisible();
  await expect(page.locator("body")).not.toContainText("1,650円");
  await page.goto(oldPage);
  await expect(page.getByRole("heading", { name: "カード情報" })).toBeHidden();
  await enter(page, buyer, "/checkout");
  await expect(page.getByText("2,178円").first()).toBeVisible();
  await order(page, "月額プラン");
  await expect(page.locator("body")).toContainText("2,178");
  await enter(page, paying, "/profile");
  await expect(contractOf(page)).toContainText(/次回のお支払い.*に1,650円/);
});

test("an order whose confirmation is older than the price shows the new price and charges nothing", async ({
  page,
}) => {
  await signUp(page);
  await press(page, "月額プランを選ぶ");
  const confirmation = page.getByRole("region", { name: "お申し込み内容の確認" });
  await expect(confirmation).toContainText("（税込）／月");
  const staff = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!staff) throw new Error("no browser");
  const screen = await staff.newPage();
  await signInAs(screen, "superuser@example.com");
  const { current: now } = await callAs<PriceScreen>(screen, "GET", "/api/admin/prices/");
  const data = { monthly: now.monthly + 1000, yearly: now.yearly + 10_000, starts_on: null, moves_on: null };
  await callAs(screen, "POST", "/api/admin/prices/", { data });
  await staff.close();
  await press(page, /^月額プランを申し込む/);
  await expect(main(page).getByText("料金が変わりました。")).toBeVisible();
  const shown = `${((data.monthly * 11) / 10).toLocaleString("ja-JP")}円（税込）／月`;
  await expect(confirmation).toContainText(shown);
  await press(page, /^月額プランを申し込む/);
  await expect(page.getByRole("heading", { name: "カード情報" })).toBeVisible();
});

test("an operator sets prices for a later day, with a notice to members, and withdraws them", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await openPrices(page);
  const before = await current(page).textContent();
  await fill(page, 3000, 30_000);
  await main(page).getByLabel("新しい料金の開始").selectOption("開始日を指定");
  await main(page).getByLabel("開始日（日本時間の0時から）").fill("2099-04-01");
  await main(page).getByLabel("ご契約中の会員").selectOption("お知らせ後に新しい料金へ");
  await main(page).getByLabel("この日以降の更新から新しい料金にする").fill("2099-04-15");
  const plan = async () => {
    await press(page, "この料金を予定する");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("2099年4月1日から、月額3,300円・年額33,000円（税込）にしますか？");
    await dialog.getByRole("button", { name: "予定する" }).click();
  };
  await plan();
  const day = main(page).getByLabel("この日以降の更新から新しい料金にする");
  await expect(day).toHaveAccessibleDescription(/2099\/05\/02以降の日/);
  await day.fill("2099-05-02");
  await expect(main(page)).toContainText("新しい料金は、お知らせから30日以上あとの更新から請求されます。");
  await plan();
  await expect(main(page)).toContainText("2099年4月1日 0:00から、月額3,300円・年額33,000円（税込）になります。");
  await expectAccessible(page);
  await expectToFit(page);
  await press(page, "取り下げる");
  await page.getByRole("dialog").getByRole("button", { name: "取り下げる" }).click();
  await expect(page.getByRole("region", { name: "以前の料金" })).toContainText("に取り下げ");
  expect(await current(page).textContent()).toBe(before);
});
