import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, test } from "./fixtures.ts";
import { enterAsStaff, makeVideo } from "./staff-pages.ts";
import { expectToFit, PHONE } from "./widths.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("Descriptions are written for a video that was chosen, and their times become chapters", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await enterAsStaff(page, "/admin/description");
  const { title } = await makeVideo(page);
  await page.getByRole("main").getByRole("searchbox").fill(title);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1件の動画", { exact: true })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("main").getByRole("button", { name: title }).click();
  await expect(page.getByRole("heading", { name: title })).toBeFocused();
  await expect(page.getByLabel("概要文")).toHaveAttribute("rows", "10");
  await page.getByLabel("概要文").fill("説明\n0:00 はじめに\n12:05 まとめ");
  await page.getByRole("link", { name: "別の動画を選ぶ" }).click();
  const asked = page.getByRole("dialog", { name: "保存していない変更があります" });
  await expect(asked).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await asked.getByRole("button", { name: "編集に戻る" }).click();
  await expect(page.getByLabel("概要文")).toHaveValue("説明\n0:00 はじめに\n12:05 まとめ");
  await button(page, "更新").click();
  await expect(page.getByText("概要文を更新しました。", { exact: true })).toBeVisible();
  await button(page, "概要文の時間からチャプターを作る（2件）").click();
  await page.getByLabel("1件目のタイトル").fill("導入");
  await page.getByRole("link", { name: "別の動画を選ぶ" }).click();
  await asked.getByRole("button", { name: "編集に戻る" }).click();
  await expectAccessibleAtBothWidths(page);
  await expectToFit(page);
  await button(page, "2件のチャプターを作成").click();
  await expect(page.getByText("チャプターを2件作成しました。", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("概要文")).toHaveValue("説明\n0:00 はじめに\n12:05 まとめ");
  await page.getByLabel("概要文").fill("別の説明");
  await page.getByRole("link", { name: "管理画面", exact: true }).first().click();
  await asked.getByRole("button", { name: "破棄して進む" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "管理画面" })).toBeVisible();
});
