import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { enterAsStaff, makeVideo } from "./staff-pages.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const choose = (page: Page, content: string) =>
  page
    .getByLabel("編集したCSV", { exact: true })
    .and(page.locator("input"))
    .setInputFiles({ name: "videos.csv", mimeType: "text/csv", buffer: Buffer.from(content) });

async function drop(page: Page, content: string) {
  const files = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "videos.csv", { type: "text/csv" }));
    return transfer;
  }, content);
  await page.getByText("ここにドロップ").dispatchEvent("drop", { dataTransfer: files });
}

test("edits videos in a CSV: differences first, then the change, and wrong rows come back", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await enterAsStaff(page, "/admin/dashboard");
  const [good, bad] = [await makeVideo(page), await makeVideo(page)];
  await page
    .getByRole("main")
    .getByRole("link", { name: /CSVでまとめて編集/ })
    .click();
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "CSVをダウンロード").click()]);
  expect(download.suggestedFilename()).toBe("videos.csv");
  const csv = await readFile(await download.path(), "utf8");
  expect(csv).toContain(`\r\n${bad.id},${bad.title},`);
  await page.getByText("列の書き方").click();
  await choose(page, csv);
  await expect(page.getByText("変更はありません。")).toBeVisible();

  const edited = `番号,タイトル,動画のURL,チャプター,メモ
${good.id},CSVで付けた題,https://vimeo.com/${9_000_000 + good.id},"0:00 はじめに\n1:30 ${"長い見出し".repeat(20)}",x
${bad.id},,https://vimeo.com/${9_000_000 + bad.id},時間なし,\n`;
  await drop(page, edited);
  await expect(page.getByText("1本の動画を変更できます。1行に誤りがあります。")).toBeVisible();
  await expect(page.getByText("使わない列：メモ")).toBeVisible();
  const row = page.getByRole("list", { name: "行ごとの違い" }).getByRole("listitem").filter({ hasText: good.title });
  await expect(row).toContainText(`変更前${good.title}変更後CSVで付けた題`);
  await expect(page.getByText("3行目：タイトル：タイトルを入力してください。")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await button(page, "1本の動画を変更する").click();
  await expect(page.getByText("1本の動画を変更しました。1行に誤りがあります。")).toBeVisible();
  const [errors] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "誤りのある行だけをダウンロード").click(),
  ]);
  expect(await readFile(await errors.path(), "utf8")).toContain("エラー\r\n");
  await page.goto(`/admin/videos/${good.id}`);
  await expect(page.getByLabel("タイトル", { exact: true }).first()).toHaveValue("CSVで付けた題");
});

test.describe("chosen rows", () => {
  // The server refuses to empty cells until somebody confirms.
  test.use({ expectedErrors: [REFUSED] });

  test("are changed together", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await enterAsStaff(page, "/admin/dashboard");
    const word = `まとめ${process.pid}`;
    for (const part of ["前半", "後半"]) await makeVideo(page, `${word}${part}`);
    await page.goto(`/admin/videos?q=${word}`);
    const tagged = page.getByRole("main").getByRole("row").filter({ hasText: "初心者向け" });
    const dialog = page.getByRole("dialog");
    await button(page, "選択").click();
    await page.getByLabel("すべて選択").check();
    await expectAccessible(page);
    await expectToFit(page);
    await button(page, "まとめて変更").click();
    await dialog.getByLabel("変更の内容").selectOption("タグを追加");
    await dialog.getByLabel("タグ", { exact: true }).selectOption("初心者向け");
    await expectAccessible(page);
    await expectToFit(page);
    await button(page, "変更する").click();
    await expect(page.getByText("2本の動画を変更しました。")).toBeVisible();
    await expect(tagged).toHaveCount(2);

    await page.setViewportSize(DESKTOP);
    await button(page, "選択").click();
    await page.getByRole("checkbox", { name: `「${word}前半」を選択` }).check();
    await expectAccessible(page);
    await expectToFit(page);
    await button(page, "まとめて変更").click();
    await dialog.getByLabel("変更の内容").selectOption("タグを外す");
    await button(page, "変更する").click();
    await expect(dialog).toContainText("1本の動画を変更します。動画1本のタグを空にします。");
    await button(page, "変更する").click();
    await expect(tagged).toHaveCount(1);
  });
});

test.describe("a wrong edit", () => {
  // The server refuses until somebody confirms.
  test.use({ expectedErrors: [REFUSED] });

  test("is undone by the file of before, after the totals were confirmed", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await enterAsStaff(page, "/admin/videos/sheet");
    const { id, title } = await makeVideo(page);
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "CSVをダウンロード").click()]);
    const csv = await readFile(await download.path(), "utf8");
    const before = `${csv.split("\r\n").at(0)}\n${new RegExp(`^${id},.*$`, "m").exec(csv)?.[0]}\n`;
    await choose(page, `番号,タイトル,チャプター,概要文\n${id},誤った題,0:00 誤った章,誤った概要文\n`);
    await button(page, "1本の動画を変更する").click();
    await expect(page.getByText("1本の動画を変更しました。")).toBeVisible();

    await choose(page, before);
    await expect(page.getByText("書き出した後に変更されたため、ファイルの内容と違います。")).toBeVisible();
    await expect(page.getByText("変更はありません。")).toHaveCount(0);
    const outdated = page.getByRole("list", { name: "書き出した後に変更された動画" });
    await expect(outdated).toContainText(`現在誤った題ファイル${title}`);
    await expect(button(page, "1本の動画を変更する")).toHaveCount(0);
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByLabel("ファイルの内容に戻す").check();
    await expect(page.getByText("1本の動画を変更できます。")).toBeVisible();
    await button(page, "1本の動画を変更する").click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(
      "1本の動画を変更します。動画1本のチャプターをすべて削除します。動画1本の概要文を空にします。",
    );
    await expectAccessible(page);
    await expectToFit(page);
    await dialog.getByRole("button", { name: "キャンセル" }).click();
    await expect(page.getByText("1本の動画を変更できます。")).toBeVisible();
    await button(page, "1本の動画を変更する").click();
    await dialog.getByRole("button", { name: "変更する" }).click();
    await expect(page.getByText("1本の動画を変更しました。")).toBeVisible();
    await page.goto(`/admin/videos/${id}`);
    await expect(page.getByLabel("タイトル", { exact: true }).first()).toHaveValue(title);
  });
});

test("shows the differences of many videos in pages", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await enterAsStaff(page, "/admin/videos/sheet");
  const fields = [{ name: "タイトル", before: "前", after: "後" }];
  const rows = Array.from({ length: 120 }, (_, index) => ({
    row: index + 2,
    id: index + 1,
    title: `動画${index + 1}`,
    fields,
  }));
  const counts = { change_count: 5000, unchanged_count: 0, conflict_count: 0, error_count: 0 };
  const names = { errors: [], ignored_columns: [], new_categories: [], new_tags: [], outdated: [], bad_rows: null };
  const answer = { message: "5,000本の動画を変更できます。", ...counts, ...names, rows };
  await answerInstead(page, "/api/admin/videos/sheet/", 200, answer);
  await choose(page, "番号,タイトル\n1,後\n");
  await expect(button(page, "5,000本の動画を変更する")).toBeVisible();
  const list = page.getByRole("list", { name: "行ごとの違い" });
  for (const [first, shown] of [
    ["動画51", "120件中 51-100件を表示"],
    ["動画101", "120件中 101-120件を表示"],
  ] as const) {
    await button(page, "次へ").press("Enter");
    await expect(page.getByText(shown)).toBeVisible();
    await expect(list).toBeFocused();
    await expect(list.getByRole("listitem").filter({ hasText: first }).first()).toBeInViewport({ ratio: 0.9 });
  }
  await expect(button(page, "次へ")).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
});

test.describe("when the connection breaks", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("continues with the remaining rows", async ({ page }) => {
    await enterAsStaff(page, "/admin/videos/sheet");
    const videos = [];
    for (let count = 0; count < 3; count++) videos.push(await makeVideo(page));
    await choose(page, `番号,概要文\n${videos.map(({ id }) => `${id},新しい概要文`).join("\n")}\n`);
    await expect(button(page, "3本の動画を変更する")).toBeVisible();
    const restore = await answerInstead(page, "/api/admin/videos/sheet/", 500);
    await button(page, "3本の動画を変更する").click();
    await expect(page.getByRole("alert")).toContainText("変更は途中で止まりました。");
    await restore();
    await button(page, "もう一度変更する").click();
    await expect(page.getByText("3本の動画を変更しました。")).toBeVisible();
  });
});
