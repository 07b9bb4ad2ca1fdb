import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

const PATH = "/admin/state";
const CALL = "/api/admin/state/";

test("names the reason and what to do, and what was looked at", async ({ page }) => {
  await enterAs(page, "superuser@example.com", PATH);
  // On a busy machine slow answers come first.
  await expect(page.getByRole("alert")).toBeVisible();
  const found = page.getByRole("region", { name: /に調べた結果$/ });
  await expect(found).toContainText("バックアップの記録がありません");
  await expect(found).toContainText(/応答 [\d,]+ミリ秒/);
  await expect(found).toContainText(/版 .*から（\d+プロセス）/);
  await expectAccessible(page);
  await expectToFit(page);

  await page.setViewportSize(PHONE);
  const long = `GET /api/${"long/".repeat(20)}`;
  const findings = [{ name: "アクセス", details: [`${long}：1件のうち、失敗0件、0.5秒超1件`], problem: null }];
  const at = "2026-11-28T03:00:00.000Z";
  const restore = await answerInstead(page, CALL, 200, { at, findings });
  await page.getByRole("button", { name: "もう一度調べる" }).click();
  await expect(page.getByRole("status")).toContainText("問題は見つかりません。");
  await expectAccessible(page);
  await expectToFit(page);
  await restore();
  const problem = { text: "メールが届いていません", todo: "再送信してください。", to: "/admin/mails" };
  await answerInstead(page, CALL, 200, { at, findings: [...findings, { name: "メール", details: [], problem }] });
  await page.getByRole("button", { name: "もう一度調べる" }).click();
  await expect(page.getByRole("alert")).toContainText("メールが届いていません。再送信してください。");
  await page.getByRole("link", { name: "画面を開く" }).click();
  await expect(page.getByRole("heading", { name: "送信できていないメール" })).toBeVisible();
});

test.describe("without an answer", () => {
  test.use({ expectedErrors: [REFUSED] });
  test("says so, keeps the last one, and tries again", async ({ page }) => {
    await enterAs(page, "superuser@example.com", PATH);
    await expect(page.getByText(/^応答 [\d,]+ミリ秒$/)).toBeVisible();
    await page.setViewportSize(PHONE);
    const restore = await answerInstead(page, CALL, 500);
    await page.getByRole("button", { name: "もう一度調べる" }).click();
    await expect(page.getByText("サイトの状態を調べられませんでした。")).toBeVisible();
    await expect(page.getByText(/^応答 [\d,]+ミリ秒$/)).toBeVisible();
    await expectAccessible(page);
    await restore();
    await page.getByRole("button", { name: "再試行" }).click();
    await expect(page.getByText("サイトの状態を調べられませんでした。")).toBeHidden();
  });
});
