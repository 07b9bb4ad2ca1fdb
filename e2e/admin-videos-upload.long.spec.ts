import type { Page } from "@playwright/test";
import { answerInstead, delayCall, REFUSED } from "./api-answers.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { enterAsStaff } from "./staff-pages.ts";
import { expectToFit, PHONE } from "./widths.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("previews a CSV, registers its valid rows and returns the wrong ones", async ({ page }) => {
  const own = `csv-${process.pid}`;
  await page.setViewportSize(PHONE);
  await enterAsStaff(page, "/admin/videos/upload");
  const [template] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "テンプレートをダウンロード").click(),
  ]);
  expect(template.suggestedFilename()).toBe("video_template.csv");
  await expect(button(page, "アップロード")).toHaveAttribute("aria-disabled", "true");
  await page
    .getByLabel("CSVファイル")
    .setInputFiles({ name: "videos.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(page.getByText("CSVファイル（.csv）を選択してください。")).toBeVisible();
  const csv = `title,video_id,tags\n一括の動画,${own},新しいタグ${own}\n,${own}-2,\n`;
  await page
    .getByLabel("CSVファイル")
    .setInputFiles({ name: "videos.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const releaseCall = await delayCall(page, "/api/admin/videos/upload/");
  await button(page, "登録せずに内容を確認").click();
  await expect(page.getByRole("progressbar", { name: "確認しています" })).toBeVisible();
  releaseCall();
  await expect(page.getByText("1件の動画を登録できます。1行に誤りがあります。")).toBeVisible();
  await expect(page.getByText(`新しいタグ：新しいタグ${own}`)).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await button(page, "アップロード").click();
  await expect(page.getByText("1件の動画を登録しました。1行に誤りがあります。")).toBeVisible();
  await expect(page.getByText("3行目：タイトルを入力してください。")).toBeVisible();
  const [bad] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "誤りのある行だけをダウンロード").click(),
  ]);
  expect(bad.suggestedFilename()).toBe("video_errors.csv");
  await page
    .getByLabel("CSVファイル")
    .setInputFiles({ name: "videos.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await button(page, "アップロード").click();
  await expect(
    page.getByRole("alert").filter({ hasText: "動画は1件も登録されていません。2行に誤りがあります。" }),
  ).toBeVisible();
});

test.describe("when a call fails", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("shows the server's message, or its own", async ({ page }) => {
    await enterAsStaff(page, "/admin/videos/upload");
    const file = { name: "videos.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") };
    await page.getByLabel("CSVファイル").setInputFiles(file);
    await button(page, "アップロード").click();
    await expect(page.getByRole("alert")).toContainText("列名が正しくありません。");
    await answerInstead(page, "/api/admin/videos/upload/", 500);
    await button(page, "アップロード").click();
    await expect(page.getByRole("alert")).toHaveText("動画の一括登録に失敗しました。");
  });
});
