import type { Page } from "@playwright/test";
import { REFUSED } from "./api-answers.ts";
import { CARDS, payWith, press, signUp } from "./billing-steps.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessibleInBothSchemes, fromElsewhere, test } from "./fixtures.ts";
import { linkInMail } from "./mailbox.ts";
import { type RunningServer, startServer } from "./server.ts";
import { expectToFit, PHONE } from "./widths.ts";

/** Codes and coupons are shared, so these journeys have their own server and run in sequence. */
let server: RunningServer | undefined;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  test.setTimeout(100_000);
  server = await startServer();
});

test.afterAll(() => server?.stop());

// Refused codes answer 400 and 409.
test.use({ baseURL: async ({}, use) => use(server?.address), expectedErrors: [REFUSED] });

const main = (page: Page) => page.getByRole("main");

async function look(page: Page): Promise<void> {
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
}

/** Ends the session of this tab. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

test("a member buys a gift, and a new member redeems it", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const giver = await signUp(page);
  await page.goto("/profile/settings");
  await main(page).getByRole("link", { name: "ギフトを贈る" }).click();
  await page.getByRole("radio", { name: /^3か月/ }).check();
  const confirmation = page.getByRole("region", { name: "お申し込み内容の確認" });
  await expect(confirmation).toContainText(/本日のお支払い\s*4,950円（税込）/);
  await expect(confirmation).toContainText("お支払いの日を含めて180日間です。");
  await look(page);
  await press(page, /^ギフトを申し込む/);
  await payWith(page, CARDS.good, /^4,950円を支払う$/);
  await expect(page.getByRole("heading", { name: "ギフトのお支払いが完了しました" })).toBeVisible();
  const code =
    (await main(page)
      .getByText(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/)
      .textContent()) ?? "";
  await look(page);
  await page.getByRole("link", { name: "プロフィールへ" }).click();
  await main(page).getByRole("link", { name: "設定", exact: true }).click();
  const block = page.getByRole("region", { name: "ギフト" });
  await expect(block).toContainText(code);
  await expect(block).toContainText("未使用");
  await look(page);
  const link = await linkInMail(page, { email: giver.email, path: "/gift/redeem" });
  expect(link).toBe(`/gift/redeem?code=${code}`);

  await leave(page);
  await page.goto(link);
  await page.getByRole("link", { name: "はじめての方は会員登録" }).click();
  await expect(main(page)).toContainText("登録すると、ギフトの画面に戻ります。");
  await page.setExtraHTTPHeaders(fromElsewhere());
  await page.getByLabel("ユーザー名").fill("受取 花子");
  await page.getByLabel("メールアドレス").fill(`gift-${process.pid}-${Date.now()}@example.com`);
  await page.getByLabel("パスワード", { exact: true }).fill("shiranami-5-oshima");
  await page.getByLabel("パスワード（確認）", { exact: true }).fill("shiranami-5-oshima");
  await page.getByRole("checkbox").check();
  await press(page, "アカウントを作成");
  await expect(page).toHaveURL(link);
  const field = page.getByLabel("ギフトコード");
  await expect(field).toHaveValue(code);
  await field.fill("短い");
  await press(page, "ギフトを使う");
  await expect(field).toHaveAccessibleDescription(/ギフトコードは、英数字16文字です。/);
  await expect(field).toHaveValue("短い");
  await look(page);
  await field.fill(code.toLowerCase().replaceAll("-", " "));
  await press(page, "ギフトを使う");
  await expect(page.getByRole("heading", { name: "ギフトを受け取りました" })).toBeVisible();
  await look(page);
  await page.goto("/video/1");
  await expect(page).toHaveURL("/video/1");
  await page.goto("/profile/settings");
  await press(page, "退会の手続きへ");
  const losses = page.getByRole("dialog", { name: "退会しますか？" });
  await expect(losses).toContainText(/ギフトなどで視聴できる期間（\d+年\d+月\d+日まで）/);
  await expect(losses).not.toContainText("残りの期間分の返金");
  await page.keyboard.press("Escape");

  // Somebody else comes too late.
  await signUp(page);
  await page.goto(link);
  await press(page, "ギフトを使う");
  await expect(main(page)).toContainText("このギフトは、すでに使われています。");
  await expect(page.getByLabel("ギフトコード")).toHaveValue(code);
});

test("staff make a coupon, a member pays with it, and staff end it", async ({ page }) => {
  const code = "AKI50";
  await enterAs(page, "superuser@example.com", "/admin/coupons");
  await press(page, "クーポンを作成");
  const form = page.getByRole("region", { name: "新しいクーポン" });
  await form.getByLabel("名前").fill("秋の割引");
  await form.getByLabel("コード").fill("HARU50");
  await form.getByLabel("割引（%）").fill("101");
  await form.getByRole("button", { name: "クーポンを作成" }).click();
  await expect(form.getByLabel("割引（%）")).toHaveAccessibleDescription("割引率は、1〜100の整数で入力してください。");
  await look(page);
  await form.getByLabel("割引（%）").fill("２０");
  await form.getByRole("button", { name: "クーポンを作成" }).click();
  await expect(form.getByLabel("コード")).toHaveAccessibleDescription(/このコードは、すでに使われています。/);
  await expect(form.getByLabel("割引（%）")).toHaveValue("２０");
  await form.getByLabel("コード").fill(code);
  await form.getByLabel("割引の期間").selectOption("月数を指定");
  await form.getByLabel("割引の月数").fill("3");
  await form.getByRole("button", { name: "クーポンを作成" }).click();
  await expect(main(page)).toContainText("クーポンを作成しました。");
  const row = main(page).getByRole("listitem").filter({ hasText: code });
  await expect(row).toContainText("20%引き・3か月間");
  await look(page);

  await leave(page);
  await signUp(page);
  await page.goto(`/checkout?code=${code.toLowerCase()}`);
  await press(page, "月額プランを選ぶ");
  await press(page, /^月額プランを申し込む/);
  await payWith(page, CARDS.good, /^1,320円を支払う$/);
  await expect(page.getByRole("heading", { name: "お申し込みが完了しました" })).toBeVisible();

  await leave(page);
  await enterAs(page, "superuser@example.com", "/admin/coupons");
  await expect(row.getByRole("definition")).toHaveText(["1回", "1人", "1,320円"]);
  await row.getByRole("button", { name: `クーポン「${code}」を終了` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("ご契約中の1人の割引は、そのまま続きます。");
  await look(page);
  await dialog.getByRole("button", { name: "終了する" }).click();
  await expect(row).toContainText("利用できません");
});
