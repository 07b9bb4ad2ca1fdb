import type { Page } from "@playwright/test";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

const PATH = "/admin/synonyms";

const creation = (page: Page) => page.getByRole("region", { name: "同義語の作成" });
const rows = (page: Page) => page.getByRole("table", { name: "同義語の一覧" }).getByRole("rowheader");
const titles = (page: Page) => page.getByRole("main").getByRole("article").getByRole("heading");

test("creates, changes and deletes synonyms, which searches follow", async ({ page }) => {
  await enterAs(page, "staff@example.com", PATH);
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.setViewportSize(PHONE);
  const words = creation(page).getByLabel("同じ意味の言葉");
  await words.fill("三枚目");
  await page.keyboard.press("Enter");
  await expect(creation(page)).toContainText("2つ以上、「、」で区切って入力してください。");
  await expectAccessible(page);
  await words.fill("三枚目、松竹梅");
  await page.keyboard.press("Enter");
  await expect(page.getByText("同義語「三枚目、松竹梅」を作成しました。")).toBeVisible();

  await page.goto(`/search?${new URLSearchParams({ q: "三枚目", type: "title" })}`);
  await expect(titles(page)).toHaveText(["「松竹梅」の三択はなぜ効くのか、実例で確かめる"]);

  await page.goto(PATH);
  await page.getByRole("button", { name: "三枚目、松竹梅を編集" }).press("Enter");
  const editor = page.getByRole("form", { name: "三枚目、松竹梅の編集" });
  await editor.getByLabel("同じ意味の言葉").fill("三枚目, 見出し");
  await page.keyboard.press("Enter");
  await expect(page.getByText("同義語「三枚目、見出し」を更新しました。")).toBeVisible();
  await page.getByRole("button", { name: "三枚目、見出しを削除" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "削除する" }).click();
  await expect(page.getByText("同義語「三枚目、見出し」を削除しました。")).toBeVisible();
});
