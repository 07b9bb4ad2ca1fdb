import type { Page } from "@playwright/test";
import { answerInstead, cutOff, REFUSED } from "./api-answers.ts";
import { expect, expectAccessible, becomeTrial, test, LONG } from "./fixtures.ts";
import { fill, newestVideos } from "./member-calls.ts";
import { expectToFit, PHONE } from "./widths.ts";

const DELETE = "/api/history/delete/";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const boxes = (page: Page) => cards(page).getByRole("checkbox");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const cancelDialog = (page: Page) => dialog(page).getByRole("button", { name: "キャンセル" }).click();

/** A new member who has watched the newest videos, the newest of them last. The page shows the history. */
async function watchAndOpen(page: Page, amount: number, path = "/watch-history"): Promise<string[]> {
  await becomeTrial(page);
  const videos = await newestVideos(page, amount);
  await fill(page, "progress", videos.toReversed());
  await page.goto(path);
  return videos.map(({ title }) => title);
}

test.describe("The history", () => {
  test("deletes the selection after a confirmation with its size", async ({ page }) => {
    const titles = await watchAndOpen(page, 5);
    await expect(cards(page)).toHaveCount(5);
    await expect(cards(page).first()).toContainText("に視聴");
    await page.setViewportSize(PHONE);
    await button(page, "選択").click();
    await expect(page.getByRole("checkbox", { name: "すべて選択" })).toBeFocused();
    await expect(button(page, "選択した履歴を削除")).toHaveAttribute("aria-disabled", "true");
    await boxes(page).nth(1).check();
    await cards(page).nth(3).click();
    await expect(boxes(page).nth(3)).toBeChecked();
    await expect(page.getByText("2件を選択中")).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);

    await button(page, "選択した履歴を削除").click();
    await expect(dialog(page)).toContainText("2件の視聴履歴を削除します。");
    await expectAccessible(page);
    await expectToFit(page);
    await cancelDialog(page);
    await expect(cards(page)).toHaveCount(5);
    await button(page, "選択した履歴を削除").click();
    await button(page, "2件を削除").click();
    await expect(page.getByRole("status").filter({ hasText: "視聴履歴を2件削除しました。" })).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(cards(page).getByRole("heading")).toHaveText(titles.filter((_, index) => index !== 1 && index !== 3));
    await expect(button(page, "選択")).toBeFocused();
    await page.reload();
    await expect(cards(page)).toHaveCount(3);
  });

  test("can be deleted as a whole", async ({ page }) => {
    await watchAndOpen(page, 3);
    await page.setViewportSize(PHONE);
    await button(page, "すべて削除").click();
    await expect(dialog(page)).toContainText("3件すべての視聴履歴を削除します。");
    await expectAccessible(page);
    await button(page, "3件を削除").click();
    await expect(page.getByText("視聴履歴はありません")).toBeVisible();
    // The button that opened the dialog is gone.
    await expect(page.getByRole("main")).toBeFocused();
    await expectAccessible(page);
    await expectToFit(page);
    await page.reload();
    await expect(page.getByText("視聴履歴はありません")).toBeVisible();
  });
});

test("Deleting all of the last page goes back to the page before", LONG, async ({ page }) => {
  await watchAndOpen(page, 22, "/watch-history?page=2&sort=oldest");
  await expect(cards(page)).toHaveCount(2);
  await button(page, "選択").click();
  await page.getByRole("checkbox", { name: "すべて選択" }).check();
  await expect(page.getByText("2件を選択中")).toBeVisible();
  await button(page, "選択した履歴を削除").click();
  await button(page, "2件を削除").click();
  await expect(page).toHaveURL("/watch-history?sort=oldest");
  await expect(page.getByText("20件中 1-20件を表示", { exact: true })).toBeVisible();
});

test("Another page starts with nothing selected", LONG, async ({ page }) => {
  await watchAndOpen(page, 21);
  await button(page, "選択").click();
  await page.getByRole("checkbox", { name: "すべて選択" }).check();
  await expect(page.getByText("20件を選択中")).toBeVisible();
  await page.getByRole("navigation", { name: "ページ" }).getByRole("link", { name: "次へ" }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText("0件を選択中")).toBeVisible();
});

test("The history is selected and deleted by keyboard alone", async ({ page }) => {
  await watchAndOpen(page, 2);
  await button(page, "選択").press("Enter");
  await page.keyboard.press("Space");
  await expect(page.getByText("2件を選択中")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button(page, "選択")).toBeFocused();
  await button(page, "すべて削除").press("Enter");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(button(page, "すべて削除")).toBeFocused();
});

test.describe("The history in trouble", LONG, () => {
  test.use({ expectedErrors: [REFUSED] });

  test("shows that a deletion failed, and keeps everything", async ({ page }) => {
    await watchAndOpen(page, 3);
    for (const [attempt, fail] of [() => cutOff(page, DELETE), () => answerInstead(page, DELETE, 500)].entries()) {
      const restore = await fail();
      await button(page, "すべて削除").click();
      await button(page, "3件を削除").click();
      await expect(dialog(page).getByRole("alert")).toHaveText("視聴履歴の削除に失敗しました。");
      await cancelDialog(page);
      await button(page, "選択").click();
      await boxes(page).first().check();
      await button(page, "選択した履歴を削除").click();
      await button(page, "1件を削除").click();
      await expect(dialog(page).getByRole("alert")).toHaveText("選択した視聴履歴の削除に失敗しました。");
      if (attempt === 0) await expectAccessible(page);
      await cancelDialog(page);
      await button(page, "キャンセル").click();
      await expect(cards(page)).toHaveCount(3);
      await restore();
    }
  });
});
