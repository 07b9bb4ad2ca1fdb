import { contractOf, enter, expectBought, order, payWith, press, signUp, CARDS, subscribe } from "./billing-steps.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectToFit } from "./widths.ts";

// The clock is shared, so these journeys run in sequence.
test.describe.configure({ mode: "default" });

test.use({ baseURL: async ({ clockServer }, use) => use(clockServer) });

const REFUNDABLE = "払い戻しをご希望の場合は、お問い合わせください。";

test("credit is named at 解約, after the end, at a new purchase and at 退会", async ({ page }) => {
  const look = async () => {
    await expectAccessible(page);
    await expectToFit(page);
  };
  const newcomer = await subscribe(page, "年額プラン");
  await page.goto("/subscription/change-plan");
  await press(page, "月額プランに変更する");
  await expect(page).toHaveURL("/subscription/change-success");
  await expect(page.getByRole("main")).toContainText(REFUNDABLE);

  await page.goto("/profile");
  await expect(contractOf(page)).toContainText("料金1,650円（税込）／月");
  await expect(contractOf(page)).toContainText(`残高14,850円（次回以降のお支払いに自動で充てられます。${REFUNDABLE}）`);
  await press(page, "解約する");
  const cancel = page.getByRole("dialog", { name: "解約しますか？" });
  const waiting = `残高14,850円は、もう一度お申し込みいただいたときのお支払いに充てられます。${REFUNDABLE}`;
  await expect(cancel).toContainText(waiting);
  await look();
  await cancel.getByRole("button", { name: "解約する" }).click();
  await expect(contractOf(page)).toContainText("自動更新なし");
  await expect(contractOf(page)).toContainText(waiting);

  await page.goto("/sandbox/");
  for (const jump of ["1か月進める", "1日進める"]) {
    await page.getByRole("button", { name: jump }).click();
    await expect(page.getByRole("button", { name: jump })).toBeVisible();
  }
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText("契約終了");
  await expect(contractOf(page)).toContainText(waiting);
  await look();

  await page.goto("/checkout");
  await press(page, "月額プランを選ぶ");
  const confirmation = page.getByRole("region", { name: "お申し込み内容の確認" });
  await expect(confirmation).toContainText("1,650円を今回の料金に充てます。充当後の残高は13,200円です。");
  await expect(confirmation).toContainText(/本日のお支払い\s*0円（税込）/);
  await expect(confirmation).toContainText(/次回は\d+年\d+月\d+日に0円（税込）です。残高を使い切ると、/);
  await expect(confirmation).toContainText(/12か月続けた場合の合計\s*19,800円（税込）/);
  await look();
  await press(page, /^月額プランを申し込む/);
  await expect(page.getByText("残高からの充当")).toBeVisible();
  await expect(page.getByText("【自動更新】")).toBeVisible();
  await payWith(page, CARDS.good, /0円を支払う/);
  await expectBought(page);

  await page.goto("/profile");
  await expect(contractOf(page)).toContainText("残高13,200円");
  await page.getByRole("main").getByRole("link", { name: "設定", exact: true }).click();
  await press(page, /退会/);
  const leave = page.getByRole("dialog", { name: "退会しますか？" });
  await expect(leave).toContainText("残高13,200円は、退会後に、これまでのお支払いに使われたカードへ払い戻します。");
  await look();
});

test.describe("a visitor whose device has a wrong clock", () => {
  // The clock belongs to a whole context.
  test.use({ freshContext: true });

  test("sees the provider's renewal date, not the device's", async ({ page }) => {
    await signUp(page);
    await page.clock.setFixedTime(new Date("2031-03-01T05:00:00+09:00"));
    await page.reload();
    await press(page, "年額プランを選ぶ");
    const confirmation = page.getByRole("region", { name: "お申し込み内容の確認" });
    await expect(confirmation).toContainText(/次回は\d+年/);
    await expect(confirmation).not.toContainText("2032年");
    await order(page, "年額プラン");
  });
});
