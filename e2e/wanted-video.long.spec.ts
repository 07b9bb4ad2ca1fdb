import type { Page } from "@playwright/test";
import { REFUSED } from "./api-answers.ts";
import { CARDS, order, payWith, press, signUp } from "./billing-steps.ts";
import { enterAs } from "./enter-as.ts";
import { becomeTrial, expect, expectAccessibleInBothSchemes, fromElsewhere, test } from "./fixtures.ts";
import { linkInMail } from "./mailbox.ts";
import { expectToFit } from "./widths.ts";

const wanted = (page: Page) => page.getByRole("region", { name: "お支払いのあと、すぐに視聴できる動画" });

async function fillSignup(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders(fromElsewhere());
  await page.getByLabel("ユーザー名").fill("新井 月子");
  await page.getByLabel("メールアドレス").fill(`wanting-${process.pid}-${Date.now()}@example.com`);
  await page.getByLabel("パスワード", { exact: true }).fill("shiranami-5-oshima");
  await page.getByLabel("パスワード（確認）", { exact: true }).fill("shiranami-5-oshima");
  await page.getByRole("checkbox").check();
}

test("a visitor signs up for a video, leaves the payment, pays and watches it", async ({ page }) => {
  await page.goto("/video/1");
  await page.getByRole("link", { name: "はじめての方は会員登録" }).click();
  await fillSignup(page);
  await press(page, "アカウントを作成");
  await expect(page).toHaveURL("/checkout?next=%2Fvideo%2F1");
  await expect(wanted(page).locator("img, svg").first()).toBeVisible();
  const title = (await wanted(page).getByRole("paragraph").textContent()) ?? "";
  expect(title.length).toBeGreaterThan(3);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);

  await order(page, "年額プラン");
  await page.getByRole("link", { name: /やめて戻る/ }).click();
  await expect(page).toHaveURL("/subscription/cancel?next=%2Fvideo%2F1");
  await page.getByRole("link", { name: "プランの選択に戻る" }).click();
  await expect(wanted(page)).toContainText(title);

  await order(page, "月額プラン");
  await payWith(page, CARDS.good);
  await page.getByRole("link", { name: "動画を見る" }).click();
  await expect(page).toHaveURL("/video/1");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("a locked card leads to the plans with its video, and a payment leads to it", async ({ page }) => {
  await signUp(page);
  await page.goto("/");
  const card = page.getByRole("article").filter({ hasText: "視聴にはプランのお申し込みが必要です" }).first();
  const title = (await card.getByRole("heading").textContent())?.replace(/（.*/, "") ?? "";
  await card.getByRole("link").click();
  await expect(wanted(page)).toContainText(title);
  const path = new URL(page.url()).searchParams.get("next") ?? "";
  expect(path).toMatch(/^\/video\/\d+$/);
  await order(page, "月額プラン");
  await payWith(page, CARDS.good);
  await page.getByRole("link", { name: "動画を見る" }).click();
  await expect(page).toHaveURL(path);
});

test("a member who forgot the password sets a new one and watches the video", async ({ page }) => {
  const { email } = await becomeTrial(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/video/1");
  await page.getByRole("link", { name: "パスワードをお忘れの方" }).click();
  await expect(page).toHaveURL("/password-reset?next=%2Fvideo%2F1");
  await page.getByLabel("メールアドレス").fill(email);
  await press(page, "再設定用のメールを送る");
  const sent = page.getByRole("main").getByRole("link", { name: "ログインへ戻る" });
  await expect(sent).toHaveAttribute("href", "/login?next=%2Fvideo%2F1");

  await page.goto(await linkInMail(page, { email, path: "/reset-password" }));
  await expect(page).toHaveURL("/reset-password?next=%2Fvideo%2F1");
  await page.reload();
  await page.getByLabel("新しいパスワード", { exact: true }).fill("shiranami-6-oshima");
  await page.getByLabel("新しいパスワード（確認）", { exact: true }).fill("shiranami-6-oshima");
  await press(page, "パスワードを変更");
  await expect(page).toHaveURL("/login?next=%2Fvideo%2F1");
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill("shiranami-6-oshima");
  await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
  await expect(page).toHaveURL("/video/1");
});

test("the free week leads to the video as well", async ({ page }) => {
  await page.goto("/trial?next=%2Fvideo%2F1");
  await fillSignup(page);
  await press(page, "無料体験を始める");
  await expect(page).toHaveURL("/video/1");
});

const ELSEWHERE = [
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/.//evil.example/",
  "javascript:alert(1)",
];

for (const path of ["/login", "/signup", "/trial", "/password-reset", "/reset-password"]) {
  test(`no link of ${path} leads to another site that its address names`, async ({ page }) => {
    for (const next of ELSEWHERE) {
      await page.goto(`${path}?${new URLSearchParams({ next, token: "anything" })}`);
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
      expect(await linksTo(page, /evil|javascript/)).toEqual([]);
    }
  });
}

test.describe("A checkout whose address names another site", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("never passes it on, to a link or to the card provider", async ({ page }) => {
    await enterAs(page, "inactive@example.com", "/checkout");
    for (const next of ELSEWHERE) {
      const query = String(new URLSearchParams({ next }));
      for (const path of ["/subscription/cancel?", "/payment/complete?session_id=cs_test_1&", "/checkout?"]) {
        await page.goto(path + query);
        await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
        expect(await linksTo(page, /evil|javascript/)).toEqual([]);
      }
      await expect(wanted(page)).toHaveCount(0);
      await press(page, "月額プランを選ぶ");
      await page.route("**/api/subscription/create/", (route) => route.fulfill({ status: 500, body: "" }));
      const asked = page.waitForRequest("**/api/subscription/create/");
      await press(page, /^月額プランを申し込む/);
      expect(JSON.stringify((await asked).postDataJSON())).not.toMatch(/evil|javascript/);
    }
  });
});

/** The addresses of links that match, without links to a part of the page itself. */
async function linksTo(page: Page, pattern: RegExp): Promise<string[]> {
  const links = await page.locator("a").evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  return links.filter((link) => !link.startsWith(`${page.url()}#`) && pattern.test(decodeURIComponent(link)));
}
