import type { LegalScreen } from "@manabiya/contract/legal/admin-legal.ts";
import type { Page } from "@playwright/test";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test, ownTest } from "./fixtures.ts";
import { callAs } from "./staff-pages.ts";
import { expectToFit, PHONE } from "./widths.ts";

// A refused date.
ownTest.use({ expectedErrors: [/400 \(Bad Request\)/] });

const main = (page: Page) => page.getByRole("main");
const publish = async (page: Page) => {
  const answer = page.waitForResponse((response) => response.request().method() === "PUT");
  await main(page).getByRole("button", { name: "公開する" }).click();
  await answer;
};

ownTest(
  "an operator fills in 特定商取引法に基づく表記, and a visitor reads it from the landing page",
  async ({ page }) => {
    await enterAs(page, "superuser@example.com", "/admin/legal");
    await page.setViewportSize(PHONE);
    await expect(main(page).getByText(/専門家に確認してください/)).toBeVisible();
    await main(page).getByLabel("販売事業者").fill("");
    await main(page).getByRole("button", { name: "公開する" }).click();
    await expect(main(page).getByLabel("販売事業者")).toHaveAccessibleDescription(/販売事業者を入力してください。/);
    await main(page).getByLabel("販売事業者").fill("株式会社寺子屋<script>alert(1)</script>");
    await main(page).getByLabel("運営統括責任者").fill("山田 太郎");
    await main(page).getByLabel("所在地", { exact: true }).fill("東京都千代田区丸の内0-0-0");
    await main(page).getByLabel("所在地と電話番号の表示").selectOption("電話番号は、請求があれば遅滞なく開示する");
    await main(page).getByLabel("メールアドレス").fill("help@example.jp");
    await main(page).getByRole("button", { name: "プレビュー" }).click();
    await expect(main(page).getByRole("region", { name: /^プレビュー/ })).toContainText("月額プラン：1,650円（税込）");
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
    await publish(page);
    await expect(main(page).getByText("特定商取引法に基づく表記を公開しました。")).toBeVisible();

    await page.goto("/landing");
    await page.getByRole("link", { name: "特定商取引法に基づく表記" }).click();
    await expect(page.getByRole("heading", { name: "特定商取引法に基づく表記" })).toBeVisible();
    await expect(main(page).getByText("株式会社寺子屋<script>alert(1)</script>")).toBeVisible();
    await expect(main(page).getByText("ご請求があれば、遅滞なく開示します。", { exact: false })).toBeVisible();
    expect(await page.evaluate(() => document.scripts.length)).toBe(0);
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
  },
);

ownTest("a member agrees to the terms at sign-up, and is told of their change", async ({ page }) => {
  test.slow();
  await enterAs(page, "superuser@example.com", "/admin/legal?page=terms");
  await main(page).getByLabel("事業者名").fill("株式会社寺子屋");
  await publish(page);
  await expect(main(page).getByText("利用規約を公開しました。")).toBeVisible();
  await page.goto("/admin/legal?page=privacy");
  await expect(main(page).getByLabel("送信先（1件目）")).toHaveValue(/YouTube/);
  await main(page).getByLabel("事業者名").fill("株式会社寺子屋");
  await main(page).getByLabel("事業者の住所").fill("東京都千代田区丸の内0-0-0");
  await main(page).getByLabel("業務の委託と外国での取り扱い").fill("料金の決済：Stripe, Inc.（アメリカ合衆国）");
  await main(page).getByLabel("開示等の請求とお問い合わせの窓口").fill("help@example.jp");
  await expectAccessible(page);
  await publish(page);
  await expect(main(page).getByText("プライバシーポリシーを公開しました。")).toBeVisible();
  await page.evaluate(() => localStorage.clear());

  await page.goto("/signup");
  const address = await main(page)
    .getByRole("link", { name: /^利用規約/ })
    .getAttribute("href");
  expect(new URL(address ?? "").pathname).toBe("/legal/terms");
  await page.getByLabel("ユーザー名").fill("花子");
  await page.getByLabel("メールアドレス").fill("hanako@example.com");
  await page.getByLabel("パスワード", { exact: true }).fill("correct-horse-77");
  await page.getByLabel("パスワード（確認）", { exact: true }).fill("correct-horse-77");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: /登録|アカウント/ }).click();
  await expect(page).not.toHaveURL(/signup/);
  await page.goto("/profile/settings");
  await main(page).getByRole("link", { name: "利用規約（第2版）" }).click();
  await expect(main(page).getByRole("heading", { name: "第1条（適用）" })).toBeVisible();
  await expect(main(page).getByText("{事業者名}")).toHaveCount(0);

  await enterAs(page, "superuser@example.com", "/admin/legal?page=terms");
  const { today } = await callAs<LegalScreen>(page, "GET", "/api/admin/legal/");
  const day = new Date(Date.parse(today) + 14 * 86_400_000).toISOString().slice(0, 10);
  await main(page).getByLabel("追加の条項").fill("第18条（返金）\n返金の条件を変更します。");
  await main(page).getByLabel("会員へのお知らせ").selectOption({ index: 1 });
  await main(page).getByLabel("変更の概要").fill("返金の条件を変更します。");
  await publish(page);
  await expect(main(page).getByLabel("施行日")).toHaveAccessibleDescription(/14日以上前に知らせます/);
  await main(page).getByLabel("施行日").fill(day);
  await publish(page);
  await expect(main(page).getByRole("link", { name: "予定：第3版" })).toBeVisible();
  await page.goto("/legal/terms");
  await expect(main(page).getByText(/に改定します。$/)).toBeVisible();
  await expect(main(page).getByRole("heading", { name: "第18条（返金）" })).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await main(page).getByRole("link", { name: "改定後の内容を見る" }).click();
  await expect(main(page).getByRole("heading", { name: "第18条（返金）" })).toBeVisible();
  await expectAccessible(page);

  await signInAs(page, "member@example.com");
  await page.goto("/notices");
  await expect(main(page).getByText("利用規約の改定のお知らせ").first()).toBeVisible();
  await expect(async () => {
    await page.goto("/sandbox/");
    await expect(page.getByText(/利用規約の改定のお知らせ/).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
