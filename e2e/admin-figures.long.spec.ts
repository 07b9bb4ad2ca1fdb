import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { callAs, enterAsStaff } from "./staff-pages.ts";
import { expectToFit, PHONE } from "./widths.ts";

const main = (page: Page) => page.getByRole("main");
const figure = (page: Page, label: string) =>
  main(page)
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) });

test("shows members and revenue of any range with pictures, tables and CSV", async ({ page }) => {
  await enterAs(page, "superuser@example.com", "/admin/dashboard");
  await main(page).getByRole("link", { name: "会員・売上レポート" }).click();
  await expect(figure(page, "月あたりの売上")).toContainText("円");
  await expect(main(page).getByText(/^期間中の契約終了を/)).toBeHidden();
  await main(page).getByText("計算方法", { exact: true }).click();
  await expect(main(page).getByText(/^期間中の契約終了を/)).toBeVisible();
  await expect(main(page).locator("canvas")).toHaveCount(3);
  await expectAccessible(page);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);

  // The point under the pointer or a finger is read out in numbers.
  const block = main(page).getByRole("region", { name: "有料会員", exact: true });
  const picture = block.getByRole("img", { name: "有料会員の日ごとの人数" });
  await expect(block.locator("p > b")).toHaveCount(0);
  await picture.hover();
  await expect(block.locator("p > span").first()).toHaveText(/^\d{2}\/\d{2}$/);
  await expect(block.locator("p b")).toHaveText(/^\d+$/);
  const day = await block.locator("p > span").first().innerText();
  await picture.dispatchEvent("pointermove", { pointerType: "touch", clientX: 400 });
  await expect(block.locator("p > span").first()).not.toHaveText(day);

  await page.setViewportSize(PHONE);
  await page.getByLabel("期間").selectOption("今日までの1年間");
  await expect(page).toHaveURL(/days=365/);
  // The demo's yearly and monthly members pay 1,250 and 1,500 yen a month.
  await expect(figure(page, "月あたりの売上")).toContainText("2,750円");
  await expect(figure(page, "契約終了")).toContainText("7人");
  await main(page).getByRole("region", { name: "有料会員", exact: true }).getByText("表で見る").click();
  const days = main(page).getByRole("table", { name: "有料会員", exact: true }).getByRole("row");
  await expect(days).toHaveCount(366);
  await expect(days.nth(1)).toContainText(/\d{4}\/\d{2}\/\d{2}/);
  await expect(main(page).getByRole("table", { name: "流入元ごとの人数" })).toContainText("google.com");
  const download = page.waitForEvent("download");
  await main(page).getByRole("button", { name: "CSVでダウンロード" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.split("\r\n")[0]).toContain("日付,会員登録");
  expect(csv.trim().split("\r\n")).toHaveLength(366);
});

test("shows the days of a chosen range, and says at the field what is wrong with it", async ({ page }) => {
  await enterAs(page, "superuser@example.com", "/admin/figures");
  await page.setViewportSize(PHONE);
  await page.getByLabel("期間").selectOption("期間を指定");
  await page.getByLabel("開始日").fill("2026-03-01");
  await page.getByLabel("終了日").fill("2026-02-01");
  await main(page).getByRole("button", { name: "表示する" }).click();
  await expect(page.getByLabel("終了日")).toHaveAccessibleDescription(
    "終了日には、開始日以降の日付を入力してください。",
  );
  await expectAccessible(page);
  await page.getByLabel("終了日").fill("2026-03-10");
  await main(page).getByRole("button", { name: "表示する" }).click();
  await expect(main(page).getByRole("table", { name: "有料会員", exact: true, includeHidden: true })).toContainText(
    "03/10",
  );
  await expectToFit(page);
});

test("shows a video's views, watch time and where members stop", async ({ page }) => {
  await enterAsStaff(page, "/admin/dashboard");
  await expect(main(page).getByRole("link", { name: "会員・売上レポート" })).toHaveCount(0);
  await main(page).getByRole("link", { name: "動画レポート" }).click();
  const rows = main(page).getByRole("table", { name: "動画ごとの数値" }).getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.setViewportSize(PHONE);
  await rows.nth(1).getByRole("link").click();
  await expect(figure(page, "視聴回数")).toContainText("前の期間");
  await expect(main(page).locator("canvas")).toHaveCount(2);
  await main(page).getByRole("region", { name: "どこまで見られたか（秒）" }).getByText("表で見る").click();
  await expect(main(page).getByRole("rowheader", { name: "95%" })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test("shows a keyword without result only after several members searched for it", async ({ page }) => {
  const rare = "だれも教えない話題";
  await signInAs(page, "member@example.com");
  await callAs(page, "GET", `/api/videos/search/?q=${encodeURIComponent("ひとりだけの話題")}`);
  for (const name of ["member", "yearly", "trial", "expired", "inactive", "canceled"]) {
    await signInAs(page, `${name}@example.com`);
    await callAs(page, "GET", `/api/videos/search/?q=${encodeURIComponent(rare)}`);
  }
  await enterAsStaff(page, "/admin/figures/searches");
  // The server writes its counts every fifteen seconds.
  await expect(async () => {
    await page.reload();
    const missing = main(page).getByRole("table", { name: "結果が0件だった検索キーワード" });
    await expect(missing).toContainText(rare, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(main(page)).not.toContainText("ひとりだけの話題");
  await expectAccessible(page);
  await expectToFit(page);
  await page.setViewportSize(PHONE);
  await main(page).getByRole("link", { name: rare }).first().click();
  await expect(page).toHaveURL(/\/search\?q=/);
});

test.describe("where a browser cannot draw", () => {
  test.use({ freshContext: true, expectedErrors: [/no canvas here/] });

  test("the figures and their tables stay", async ({ page }) => {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => {
        throw new Error("no canvas here");
      };
    });
    await enterAs(page, "superuser@example.com", "/admin/figures");
    for (const path of ["/admin/figures", "/admin/figures/videos/1", "/admin/figures/searches"]) {
      await page.goto(path);
      await expect(
        main(page)
          .getByText(/^グラフを表示できませんでした。/)
          .first(),
      ).toBeVisible();
      await main(page).getByText("表で見る", { exact: true }).first().click();
      await expect(main(page).getByRole("table").first()).toBeVisible();
    }
  });
});
