import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

const PATH = "/admin/state";
const CALL = "/api/admin/state/";
const RELEASES = "/api/admin/releases/";

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

test.describe("releases", () => {
  test.use({ expectedErrors: [REFUSED] });
  test("changes to an offered release after a confirmation, and says what became of it", async ({ page }) => {
    await enterAs(page, "superuser@example.com", PATH);
    await expect(page.getByRole("heading", { name: "サイトの版" })).toBeHidden();
    await page.setViewportSize(PHONE);
    const version = "0.2.0-bbbbbbbbbb-x64";
    const offered = { notes: "", requested_at: null, started_at: null, outcome: null };
    const back = { ...offered, kind: "back", version: "0.1.0-aaaaaaaaaa-x64" };
    const upgrade = { ...offered, kind: "upgrade", version, notes: "検索を改良\n字幕も" };
    const restore = await answerInstead(page, RELEASES, 200, [upgrade, back]);
    await page.reload();
    await page.getByRole("button", { name: "この版に更新する" }).click();
    const dialog = page.getByRole("dialog", { name: "新しい版に更新しますか？" });
    await expect(dialog).toContainText("先にバックアップを取ります。");
    await expectAccessible(page);
    await restore();
    // The real server refuses a superuser without a second factor, and the dialog says why.
    await dialog.getByRole("button", { name: "この版に更新する" }).click();
    await expect(dialog).toContainText("2段階認証を設定してください。");

    const waiting = { ...upgrade, requested_at: "2026-11-28T03:00:00.000Z" };
    const restoreWaiting = await answerInstead(page, RELEASES, 200, [waiting, back]);
    await dialog.getByRole("button", { name: "この版に更新する" }).click();
    const main = page.getByRole("main");
    await expect(main).toContainText(`待機中：${version}への更新（2026年11月28日 12:00に依頼）`);
    await expect(page.getByRole("button", { name: "前の版に戻す" })).toBeHidden();
    await restoreWaiting();
    const ended = { ...waiting, started_at: waiting.requested_at, outcome: "went_back_by_check" };
    await answerInstead(page, RELEASES, 200, [ended, back]);
    // The screen asks again by itself.
    await expect(main).toContainText("更新後の点検で問題が見つかったため、元の版に戻しました。", { timeout: 30_000 });
    await expect(page.getByRole("button", { name: "前の版に戻す" })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });
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
