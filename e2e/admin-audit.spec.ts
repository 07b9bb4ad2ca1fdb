import type { Page } from "@playwright/test";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { asColleague } from "./staff-calls.ts";
import { enterAsStaff, makeVideo } from "./staff-pages.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const PATH = "/admin/audit";
const entries = (page: Page) => page.getByRole("main").getByRole("listitem");
const dialog = (page: Page) => page.getByRole("dialog");
const undo = (page: Page) => page.getByRole("button", { name: "元に戻す", exact: true });

test("takes a deleted tag back from the trash, and filters the log by its address", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await enterAs(page, "staff@example.com", "/admin/tags");
  await page.getByLabel("タグ名").first().fill("消したタグ");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "消したタグを削除" }).click();
  await expect(dialog(page)).toContainText("30日以内は「操作の記録」のゴミ箱から元に戻せます。");
  await dialog(page).getByRole("button", { name: "削除する" }).click();
  await expect(page.getByText("タグ「消したタグ」を削除しました。")).toBeVisible();

  await page.goto(PATH);
  await page.getByLabel("表示する操作").selectOption("ゴミ箱");
  await page.getByLabel("操作の対象").selectOption("タグ");
  await expect(page).toHaveURL(/show=trash&subject=tag$/);
  await expect(entries(page)).toHaveCount(1);
  await expectAccessible(page);
  await expectToFit(page);
  await undo(page).click();
  await expect(dialog(page)).toContainText("1件を元に戻します。この操作も、後で元に戻せます。");
  await expect(dialog(page)).toContainText("タグ「消したタグ」を復元");
  await expectAccessible(page);
  await expectToFit(page);
  await dialog(page).getByRole("button", { name: "元に戻す" }).click();
  await expect(page.locator(":focus")).toContainText("1件を元に戻しました。");
  await expect(page.getByText("ゴミ箱は空です")).toBeVisible();
  await page.goto("/admin/tags");
  await expect(page.getByRole("rowheader", { name: "消したタグ" })).toBeVisible();
});

test("shows an upload as one entry, and asks about what a colleague changed since", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await enterAsStaff(page, "/admin/videos/sheet");
  const [mine, theirs] = [await makeVideo(page), await makeVideo(page)];
  await page
    .getByLabel("編集したCSV", { exact: true })
    .and(page.locator("input"))
    .setInputFiles({
      name: "videos.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`番号,タイトル\n${mine.id},誤った題\n${theirs.id},誤った題\n`),
    });
  await page.getByRole("button", { name: "2本の動画を変更する" }).click();
  await expect(page.getByText("2本の動画を変更しました。")).toBeVisible();
  const title = async (id: number) =>
    (await asColleague<{ title: string }>(page, "GET", `/api/admin/videos/${id}/`)).title;
  await asColleague(page, "PUT", `/api/admin/videos/${theirs.id}/`, { title: "同僚の題", video_id: theirs.video_id });

  await page.goto(`${PATH}?subject=video`);
  const upload = entries(page).filter({ hasText: "動画をCSVでまとめて変更" }).first();
  await upload.getByText("変更した記録（2件）").click();
  await expect(upload.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await undo(page).and(upload.locator("> button")).click();
  await expect(dialog(page)).toContainText("1件は、この操作の後にも変更されています。");
  await expect(dialog(page)).toContainText("現在：同僚の題");
  await expectAccessible(page);
  await expectToFit(page);
  await dialog(page).getByRole("button", { name: "元に戻す" }).click();
  await expect(page.getByText("1件を元に戻しました。")).toBeVisible();
  expect([await title(mine.id), await title(theirs.id)]).toEqual([mine.title, "同僚の題"]);

  await undo(page).and(upload.locator("> button")).click();
  await dialog(page).getByLabel("後からの変更も元に戻す").check();
  await dialog(page).getByRole("button", { name: "元に戻す" }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await title(theirs.id)).toBe(theirs.title);
});
