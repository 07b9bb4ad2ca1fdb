import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { contract } from "@manabiya/contract";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

const main = (page: Page) => page.getByRole("main");

test("shows the payments of a month with their sums, and saves them for accounting programs", async ({ page }) => {
  await enterAs(page, "superuser@example.com", "/admin/dashboard");
  await main(page).getByRole("link", { name: "売上", exact: true }).click();
  const tile = main(page)
    .locator("dl > div")
    .filter({ has: page.getByText("合計（税込）", { exact: true }) });
  await expect(tile).toContainText("円");
  await page.getByLabel("月", { exact: true }).selectOption("1年間");
  await expect(page).toHaveURL(/month=0/);
  await expect(main(page)).toContainText(/1年間の明細は\d+件です/);
  // The demo's monthly member pays 1,650 yen in each month.
  const months = page.getByLabel("月", { exact: true }).locator("option");
  await expect(months).toHaveCount(13);
  await page
    .getByLabel("月", { exact: true })
    .selectOption(String(new Date(Date.now() + 9 * 3_600_000).getUTCMonth() + 1));
  const rows = main(page).getByRole("table", { name: "入金と返金" }).getByRole("row");
  await expect(rows.filter({ hasText: "1,650円" }).first()).toContainText("お支払い");
  const members = main(page).getByRole("region", { name: "残高のある会員" });
  await members.getByRole("button", { name: "残高を表示" }).click();
  await expect(members).toContainText(/残高のある会員はいません|最も古い残高/);
  const balances = page.waitForEvent("download");
  await main(page).getByRole("button", { name: "残高のある会員（CSV）" }).click();
  expect(await readFile(await (await balances).path(), "utf8")).toContain("会員番号,ユーザー名,残高");
  await expectAccessible(page);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await page.setViewportSize(PHONE);
  for (const [layout, first] of [
    ["一覧", "日時,種類"],
    ["弥生会計（仕訳日記帳）", "2000,,,"],
  ] as const) {
    await page.getByLabel("ファイルの形式").selectOption(layout);
    const download = page.waitForEvent("download");
    await main(page).getByRole("button", { name: "CSVでダウンロード" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^sales-\d{4}-\d{2}-(plain|yayoi)\.csv$/);
    expect((await readFile(await file.path(), "latin1")).includes(Buffer.from(first).toString("latin1"))).toBe(true);
  }
});

test.describe("without an answer", () => {
  test.use({ expectedErrors: [REFUSED] });
  test("says that the sales could not be read, and reads them again", async ({ page }) => {
    const message = "売上を読み込めませんでした。もう一度お試しください。";
    const restore = await answerInstead(page, contract.adminSales.list.url, 503, { message });
    await enterAs(page, "superuser@example.com", "/admin/sales");
    await expect(main(page)).toContainText(message);
    await expectAccessible(page);
    await restore();
    await main(page).getByRole("button", { name: "再試行" }).click();
    await expect(main(page)).toContainText("合計（税込）");
  });
});
