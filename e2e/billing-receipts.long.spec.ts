import type { Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { CARDS, contractOf, press, signUp, subscribe, order, payWith, expectBought } from "./billing-steps.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

const main = (page: Page) => page.getByRole("main");
const payments = (page: Page) => main(page).getByRole("region", { name: "お支払い", exact: true });

test("a member sets the name, pays and opens the year's receipts", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  await page.goto("/profile/settings");
  await main(page).getByRole("link", { name: "領収書と宛名" }).click();
  await expect(page).toHaveURL("/profile/receipts");
  await expect(main(page).getByText("この年のお支払いはありません。")).toBeVisible();
  await page.getByLabel("領収書の宛名").fill("あ".repeat(101));
  await press(page, "宛名を保存");
  await expect(page.getByLabel("領収書の宛名")).toHaveAccessibleDescription(/100文字以内/);
  await page.getByLabel("領収書の宛名").fill("株式会社　みらい");
  await press(page, "宛名を保存");
  await expect(main(page).getByText("宛名を保存しました。")).toBeVisible();
  await expectAccessible(page);

  await page.goto("/checkout");
  await order(page, "年額プラン");
  await payWith(page, CARDS.good);
  await expectBought(page);
  await page.goto("/profile/receipts");
  const year = new Date().toLocaleDateString("ja-JP", { year: "numeric", timeZone: "Asia/Tokyo" });
  const block = main(page).getByRole("region", { name: `${year}のお支払い` });
  await expect(block).toContainText(/合計（税込）\s*16,500円/);
  await expect(block).toContainText(/うち消費税（10%）\s*1,500円/);
  await expect(block).toContainText(/登録番号\s*T\d{13}/);
  await expect(page.getByLabel("領収書の宛名")).toHaveValue("株式会社 みらい");
  await expectAccessible(page);
  await expectToFit(page);
  const [document] = await Promise.all([
    page.waitForEvent("popup"),
    block.getByRole("link", { name: /^領収書/ }).click(),
  ]);
  for (const text of ["株式会社 みらい 様", "消費税 10%（対象 15,000円）", "16,500円", "登録番号 T"]) {
    await expect(document.getByRole("main")).toContainText(text);
  }
  await document.close();
});

test.describe("refused", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("receipts that cannot be read can be asked for again", async ({ page }) => {
    await subscribe(page, "月額プラン");
    const restore = await answerInstead(page, "/api/subscription/receipts/", 503);
    await page.goto("/profile/receipts");
    await expect(main(page).getByText(/読み込めませんでした/)).toBeVisible();
    await restore();
    await press(page, "再試行");
    await expect(main(page).getByText("1,650円").first()).toBeVisible();
  });
});

test("a superuser refunds a part, then the rest with the end of access", async ({ page }) => {
  const { email } = await subscribe(page, "月額プラン");
  await enterAs(page, "superuser@example.com", `/admin/members?q=${encodeURIComponent(email)}`);
  await main(page).getByRole("link", { name: "支払 花子" }).click();
  await payments(page)
    .getByRole("button", { name: /を返金$/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^返金額/).fill("1651");
  await dialog.getByRole("button", { name: "返金する" }).click();
  await expect(dialog.getByLabel(/^返金額/)).toHaveAccessibleDescription(/返金できるのは1,650円までです。/);
  await expect(dialog.getByLabel("理由")).toHaveAccessibleDescription(/理由を入力してください。/);
  await expectAccessible(page);
  await dialog.getByLabel(/^返金額/).fill("６５０");
  await dialog.getByLabel("理由").fill("視聴できない日があったため");
  await dialog.getByRole("button", { name: "返金する" }).dblclick();
  await expect(payments(page).getByText("返金しました。会員にメールでお知らせします。")).toBeVisible();
  await expect(payments(page)).toContainText("返金済み 650円");
  await expectAccessible(page);
  await expectToFit(page);

  await payments(page)
    .getByRole("button", { name: /を返金$/ })
    .click();
  await expect(dialog.getByLabel(/^返金額/)).toHaveValue("1000");
  await dialog.getByLabel(/契約もすぐに終了する/).check();
  await dialog.getByLabel("理由").fill("退会の申し出");
  await dialog.getByRole("button", { name: "返金する" }).click();
  await expect(payments(page)).toContainText("返金済み 1,650円");
  await expect(payments(page).getByRole("button", { name: /を返金$/ })).toHaveCount(0);
  await page.reload();
  await expect(main(page).getByRole("region", { name: "会員情報" })).toContainText("契約終了");
  await expect(main(page).getByRole("region", { name: "操作の記録" })).toContainText("退会の申し出");
});

test("staff see a member's credit and refund it with its payment", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { email } = await subscribe(page, "年額プラン");
  await page.goto("/subscription/change-plan");
  await press(page, "月額プランに変更する");
  await expect(page).toHaveURL("/subscription/change-success");
  await enterAs(page, "superuser@example.com", `/admin/members?q=${encodeURIComponent(email)}`);
  await main(page).getByRole("link", { name: "支払 花子" }).click();
  await expect(payments(page)).toContainText("16,500円うち残高 14,850円");
  await payments(page).getByText("残高 14,850円", { exact: true }).last().click();
  await expect(payments(page)).toContainText("プランの変更で残高になりました");
  await expect(payments(page)).toContainText("＋14,850円");
  await payments(page)
    .getByRole("button", { name: /を返金$/ })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1,650円まで返金できます。");
  await dialog.getByLabel(/残高14,850円も返金する/).check();
  await expect(dialog).toContainText("16,500円まで返金できます。");
  await expect(dialog.getByLabel(/^返金額/)).toHaveValue("16500");
  await expectAccessible(page);
  await dialog.getByLabel("理由").fill("お客さまの申し出");
  await dialog.getByRole("button", { name: "返金する" }).click();
  await expect(payments(page)).toContainText("返金済み 16,500円");
  await expect(payments(page)).toContainText("残高 0円");
  await expect(payments(page)).toContainText("返金のため取り消しました");
  await expectAccessible(page);
  await expectToFit(page);
});

test.describe("of a disputed payment", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("staff see amount, reason, deadline and a link, no refund is offered, and no change of plan", async ({
    page,
  }) => {
    const { email } = await subscribe(page, "年額プラン", CARDS.disputed);
    await expect(contractOf(page)).toContainText("ご利用中");
    await page.goto("/subscription/change-plan");
    await expect(main(page).getByText(/カード会社が確認しているため、現在はプランを変更できません。/)).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await enterAs(page, "superuser@example.com", `/admin/members?q=${encodeURIComponent(email)}`);
    await main(page).getByRole("link", { name: "支払 花子" }).click();
    await expect(payments(page)).toContainText("対応が必要な異議申し立て");
    await expect(payments(page)).toContainText("16,500円・理由：不正利用");
    await expect(payments(page)).toContainText(/証拠の提出期限：\d{4}年/);
    await expect(payments(page).getByRole("button", { name: /を返金$/ })).toHaveCount(0);
    await expect(payments(page).getByRole("link", { name: /証拠を提出するページ/ })).toHaveAttribute(
      "href",
      /\/sandbox\/#\/disputes\/dp_/,
    );
    await expectAccessible(page);
    await expectToFit(page);
    await page.goto("/admin/alerts");
    await expect(
      main(page)
        .getByText(/理由：不正利用。証拠の提出期限：/)
        .first(),
    ).toBeVisible();
  });
});
