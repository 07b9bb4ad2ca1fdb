import type { Page } from "@playwright/test";
import { REFUSED } from "./api-answers.ts";
import { CARDS, contractOf, expectBought, order, payWith, press, signUp } from "./billing-steps.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, fromElsewhere, test } from "./fixtures.ts";
import { type RunningServer, startServer } from "./server.ts";
import { expectToFit, PHONE } from "./widths.ts";

/** Redemptions and the clock are shared, so these journeys have their own server and run in sequence. */
let server: RunningServer | undefined;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  test.setTimeout(100_000);
  server = await startServer();
});

test.afterAll(() => server?.stop());

// Refused codes answer 400.
test.use({ baseURL: async ({}, use) => use(server?.address), expectedErrors: [REFUSED] });

const confirmation = (page: Page) => page.getByRole("region", { name: "お申し込み内容の確認" });
const field = (page: Page) => confirmation(page).getByLabel("クーポンコード");

async function apply(page: Page, code: string): Promise<void> {
  await field(page).fill(code);
  await field(page).press("Enter");
}

async function look(page: Page): Promise<void> {
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
}

async function fillSignup(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders(fromElsewhere());
  await page.getByLabel("ユーザー名").fill("割引 月子");
  await page.getByLabel("メールアドレス").fill(`coupon-${process.pid}-${Date.now()}@example.com`);
  await page.getByLabel("パスワード", { exact: true }).fill("shiranami-5-oshima");
  await page.getByLabel("パスワード（確認）", { exact: true }).fill("shiranami-5-oshima");
  await page.getByRole("checkbox").check();
  await press(page, "アカウントを作成");
}

test("the code of a link survives signup and the way back, and reduces the payment", async ({ page }) => {
  await page.goto("/checkout?next=%2Fvideo%2F1&code=haru50");
  await page.getByRole("link", { name: "はじめての方は会員登録" }).click();
  await fillSignup(page);
  await expect(page).toHaveURL("/checkout?next=%2Fvideo%2F1&code=haru50");
  await expect(page.getByRole("region", { name: "お支払いのあと、すぐに視聴できる動画" })).toBeVisible();
  await press(page, "月額プランを選ぶ");
  await expect(confirmation(page)).toContainText("クーポン「HARU50」を適用しています。");
  await expect(confirmation(page)).toContainText("初回のお支払いが825円（税込、うち消費税75円）になります。");
  await expect(confirmation(page)).toContainText(/本日のお支払い\s*825円（税込）/);
  await expect(confirmation(page)).toContainText(/次回は\d+年\d+月\d+日に1,650円（税込）です。/);
  await expect(confirmation(page)).toContainText(/12か月続けた場合の合計\s*18,975円（税込）/);
  await look(page);
  await press(page, /^月額プランを申し込む/);
  await page.getByRole("link", { name: /やめて戻る/ }).click();
  await page.getByRole("link", { name: "プランの選択に戻る" }).click();
  await order(page, "月額プラン");
  await payWith(page, CARDS.good, /^825円を支払う$/);
  await page.getByRole("link", { name: "動画を見る" }).click();
  await expect(page).toHaveURL("/video/1");
});

test("a typed code is checked at its field, and nothing is lost", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  await press(page, "月額プランを選ぶ");
  await confirmation(page).getByText("クーポンコードを入力する").click();
  await apply(page, "  ");
  await expect(confirmation(page)).toContainText("クーポンコードを入力してください。");
  await apply(page, "NATSU50");
  await expect(field(page)).toHaveAccessibleDescription(/このクーポンコードは見つかりません。/);
  await expect(field(page)).toHaveValue("NATSU50");
  await expect(confirmation(page)).toContainText(/本日のお支払い\s*1,650円（税込）/);
  await look(page);
  // The description may still be that of the code before.
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === "/api/subscription/create/preview/",
  );
  await apply(page, "sangatsu");
  expect((await answered).status()).toBe(400);
  await expect(field(page)).toHaveAccessibleDescription(/見つかりません。/);
  await apply(page, "ｓａｎｋａｇｅｔｓｕ");
  const applied = confirmation(page).getByRole("status");
  await expect(applied).toContainText("クーポン「SANKAGETSU」を適用しています。");
  await expect(confirmation(page)).toContainText("最初の3回のお支払いが、それぞれ1,100円（税込、うち消費税100円）");
  await expect(confirmation(page)).toContainText(/日からは1,650円（税込）が請求されます。/);
  await expectAccessible(page);

  await press(page, "年額プランを選ぶ");
  await expect(confirmation(page)).toContainText(/本日のお支払い\s*15,950円（税込）/);
  await page.reload();
  await press(page, "年額プランを選ぶ");
  await expect(confirmation(page)).toContainText(/本日のお支払い\s*15,950円（税込）/);
  await press(page, "クーポンを外す");
  await expect(confirmation(page)).toContainText(/本日のお支払い\s*16,500円（税込）/);
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveURL("/checkout");
});

test("the profile names a coupon that reduces the next charge", async ({ page }) => {
  await signUp(page);
  await page.goto("/checkout?code=SANKAGETSU");
  await order(page, "月額プラン");
  await payWith(page, CARDS.good, /^1,100円を支払う$/);
  await expectBought(page);
  await page.goto("/profile");
  await expect(contractOf(page)).toContainText(/次回のお支払い\s*\d+年\d+月\d+日に1,100円（税込、クーポン適用後）/);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
});

test("a code for one first order pays for it entirely, and is used up then", async ({ page }) => {
  await signUp(page);
  await page.goto("/checkout?code=SENCHAKU1");
  await press(page, "月額プランを選ぶ");
  await expect(confirmation(page)).toContainText(/本日のお支払い\s*0円（税込）/);
  await press(page, /^月額プランを申し込む/);
  await payWith(page, CARDS.good, /^0円を支払う$/);
  await expectBought(page);

  await signUp(page);
  await page.goto("/checkout?code=SENCHAKU1");
  await press(page, "月額プランを選ぶ");
  await expect(field(page)).toHaveAccessibleDescription("このクーポンコードは、ご利用できる回数の上限に達しました。");
  await expect(field(page)).toHaveValue("SENCHAKU1");
  await expect(confirmation(page)).toContainText(/本日のお支払い\s*1,650円（税込）/);
});

test("staff see what each code brought", async ({ page }) => {
  await enterAs(page, "superuser@example.com", "/admin/dashboard");
  await page.getByRole("main").getByRole("link", { name: "クーポン" }).click();
  const row = (code: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: code });
  await expect(row("HARU50")).toContainText("50%引き・初回のみ");
  await expect(row("HARU50").getByRole("definition")).toHaveText(["1回", "1人", "825円"]);
  await expect(row("SENCHAKU1").getByRole("definition")).toHaveText(["1回（上限1回）", "1人", "0円"]);
  await look(page);
});

test("a code that expires between the preview and the order says so, and the order goes on without it", async ({
  page,
  context,
}) => {
  await signUp(page);
  await page.goto("/checkout?code=HONJITSU");
  await press(page, "月額プランを選ぶ");
  await expect(confirmation(page)).toContainText("毎回のお支払いが1,320円（税込、うち消費税120円）になります。");
  await expect(confirmation(page)).toContainText(/本日のお支払い\s*1,320円（税込）/);
  const clock = await context.newPage();
  await clock.goto("/sandbox/");
  await clock.getByRole("button", { name: "1日進める" }).click();
  await expect(clock.getByRole("button", { name: "1日進める" })).toBeVisible();
  await clock.close();
  await press(page, /^月額プランを申し込む/);
  await expect(field(page)).toHaveAccessibleDescription("このクーポンコードは、有効期限が切れています。");
  await expect(confirmation(page)).toContainText(/本日のお支払い\s*1,650円（税込）/);
  await press(page, /^月額プランを申し込む/);
  await expect(page.getByRole("button", { name: /^1,650円を支払う$/ })).toBeVisible();
});
