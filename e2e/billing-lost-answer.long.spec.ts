import type { Page } from "@playwright/test";
import { answerInstead, cutOff, delayCall, REFUSED } from "./api-answers.ts";
import { contractOf, press, subscribe } from "./billing-steps.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectToFit } from "./widths.ts";

test.use({ expectedErrors: [REFUSED] });

/** The server does the work, and its answer never arrives. @returns a function that restores the answers */
async function loseAnswer(page: Page, path: string): Promise<() => Promise<void>> {
  const isCall = ({ pathname }: URL) => pathname === path;
  await page.route(isCall, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  return () => page.unroute(isCall);
}

const CHECKING = "お手続きの結果を確認しています。";

async function cancel(page: Page) {
  await press(page, "解約する");
  const dialog = page.getByRole("dialog", { name: "解約しますか？" });
  await dialog.getByRole("button", { name: "解約する" }).click();
  return dialog;
}

test("解約 whose answer is lost is confirmed by a look", async ({ page }) => {
  await subscribe(page, "月額プラン");
  const back = await loseAnswer(page, "/api/subscription/cancel/");
  // The profile has read the contract before the reads are delayed.
  await expect(page.getByRole("button", { name: "解約する" })).toBeVisible();
  const release = await delayCall(page, "/api/subscription/");
  const dialog = await cancel(page);
  await expect(dialog).toContainText(CHECKING);
  await expectAccessible(page);
  await expectToFit(page);
  release();
  await expect(contractOf(page).getByText("解約のお手続きが完了しました。")).toBeVisible();
  await expect(contractOf(page)).toContainText("自動更新なし");
  await back();

  await loseAnswer(page, "/api/subscription/cancel/undo/");
  await press(page, "解約を取り消す");
  await expect(contractOf(page).getByText("解約を取り消しました。")).toBeVisible();
  await expect(contractOf(page)).not.toContainText("自動更新なし");
});

test("解約 without effect is reported as failed, and an unknown outcome as unknown", async ({ page }) => {
  await subscribe(page, "月額プラン");
  const error = { error: "キャンセルに失敗しました", type: "payment_unavailable", message: "" };
  const back = await answerInstead(page, "/api/subscription/cancel/", 503, error);
  let dialog = await cancel(page);
  await expect(dialog).toContainText(CHECKING);
  await expect(dialog.getByRole("alert")).toContainText("キャンセルに失敗しました");
  await dialog.getByRole("button", { name: "契約を続ける" }).click();
  await back();

  await loseAnswer(page, "/api/subscription/cancel/");
  await cutOff(page, "/api/subscription/");
  dialog = await cancel(page);
  await expect(dialog.getByRole("alert")).toContainText("お手続きの結果を確認できませんでした。");
});

test("a change of plan whose answer is lost is confirmed by a look", async ({ page }) => {
  await subscribe(page, "月額プラン");
  await page.goto("/subscription/change-plan");
  await loseAnswer(page, "/api/subscription/change-plan/");
  await press(page, "年額プランに変更する");
  await expect(page).toHaveURL("/subscription/change-success");
  await page.goto("/profile");
  await expect(contractOf(page)).toContainText("年額プラン");
});

test("退会 whose answer is lost leads to the landing page", async ({ page }) => {
  const { password } = await subscribe(page, "月額プラン");
  await loseAnswer(page, "/api/profile/delete/");
  await page.goto("/profile/settings");
  await press(page, /退会/);
  const dialog = page.getByRole("dialog", { name: "退会しますか？" });
  await dialog.getByLabel("パスワード", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "退会する" }).click();
  await expect(page).toHaveURL("/landing");
});
