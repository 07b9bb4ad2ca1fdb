import type { Note } from "@manabiya/contract/lists/notes.ts";
import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { ask, newestOf } from "./demo-videos.ts";
import { becomeTrial, expect, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const notesOf = (page: Page) => ask<{ results: Note[]; count: number }>(page, "/api/notes/");
const panel = (page: Page) => page.getByRole("region", { name: "メモ" });
const list = (page: Page) => page.getByRole("list", { name: "メモの一覧" });
const stored = (page: Page) =>
  page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().includes("/api/notes/") && response.ok(),
  );

test("a member writes a note by one key, practises, finds both again, and takes them along", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await becomeTrial(page);
  const video = await newestOf(page, "file");
  await page.goto(`/video/${video.id}?t=20`);
  const field = panel(page).getByRole("textbox", { name: /^メモ/ });
  await expect(field).toBeHidden();
  await panel(page).getByText("この場面のメモを書く").click();
  await expect
    .poll(() => page.locator("video").evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(20);
  // The field follows the player until somebody writes.
  await expect(field).toHaveAccessibleName(/再生位置 [2-5]\d秒）$/);
  await panel(page).getByRole("heading", { name: "メモ" }).click();
  await expect(field).toBeHidden();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("e");
  await expect(field).toBeFocused();
  await page.keyboard.type("値段は困りごとから決める");
  const first = stored(page);
  await page.keyboard.press("Control+Enter");
  const { second } = (await (await first).json()) as Note;
  expect(second).toBeGreaterThanOrEqual(20);
  await expect(list(page).getByText("値段は困りごとから決める")).toBeVisible();
  await expect(field).toHaveValue("");

  await panel(page).getByLabel("やってみた記録にする").check();
  await panel(page).getByRole("button", { name: "メモを保存" }).click();
  await expect(panel(page).getByText("メモを入力してください。")).toBeVisible();
  await panel(page)
    .getByRole("textbox", { name: /^やってみた記録/ })
    .fill("料金表を三段にした");
  await panel(page).getByLabel("リンク（任意）").fill("https://example.com/plan");
  const practice = stored(page);
  await panel(page).getByRole("button", { name: "メモを保存" }).click();
  await practice;
  await expect(list(page).getByRole("link", { name: "https://example.com/plan" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);

  await panel(page).getByRole("link", { name: "すべてのメモ" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "メモ" })).toBeVisible();
  await page.getByRole("searchbox", { name: "メモを検索" }).fill("困りごと");
  await page.keyboard.press("Enter");
  await expect(list(page).getByRole("listitem")).toHaveCount(1);
  await expect(list(page).getByRole("link", { name: / \d+秒$/ })).toHaveAttribute(
    "href",
    `/video/${video.id}?t=${second}`,
  );
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "テキスト（Markdown形式）でダウンロード" }).click();
  const markdown = await readFile(await (await download).path(), "utf8");
  expect(markdown).toContain("料金表を三段にした");
  expect(markdown).toContain(`/video/${video.id}?t=${second})`);

  await list(page).getByRole("button", { name: "メモを削除" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "削除" }).click();
  await expect(page.getByText("「困りごと」を含むメモはありません")).toBeVisible();
  expect((await notesOf(page)).count).toBe(1);
});

test.describe(() => {
  test.use({ expectedErrors: [/net::ERR_FAILED|409/] });

  test("notes typed offline and over a reload are sent later, once, and two tabs lose nothing", async ({
    page,
    context,
  }) => {
    await page.setViewportSize(PHONE);
    await becomeTrial(page);
    const video = await newestOf(page, "file");
    await page.goto(`/video/${video.id}`);
    const field = panel(page).getByRole("textbox", { name: /^メモ/ });
    await panel(page).getByText("この場面のメモを書く").click();
    await field.fill("書きかけのメモ");
    await page.reload();
    await expect(field).toHaveValue("書きかけのメモ");

    // The server stores the note, and its answer is lost.
    await page.route("**/api/notes/*/", async (route) => {
      await route.fetch();
      await route.abort();
    });
    const lost = page.waitForEvent("requestfailed");
    await panel(page).getByRole("button", { name: "メモを保存" }).click();
    await lost;
    await expect(panel(page).getByText("未送信（接続が戻ると自動で送信）")).toBeVisible();
    await page.unroute("**/api/notes/*/");
    await page.reload();
    await panel(page).getByText("1件").click();
    await expect(list(page).getByText("書きかけのメモ")).toBeVisible();
    await expect(panel(page).getByText("未送信（接続が戻ると自動で送信）")).toBeHidden();
    expect((await notesOf(page)).results.map(({ text, revision }) => [text, revision])).toEqual([
      ["書きかけのメモ", 1],
    ]);

    // The list of this tab follows the other tab; a text that began before does not.
    await list(page).getByRole("button", { name: "メモを編集" }).click();
    await list(page).getByRole("textbox", { name: /^メモ/ }).fill("このタブのメモ");
    const other = await context.newPage();
    await other.goto("/notes");
    await list(other).getByRole("button", { name: "メモを編集" }).click();
    await list(other).getByRole("textbox", { name: /^メモ/ }).fill("別のタブのメモ");
    const saved = stored(other);
    await list(other).getByRole("button", { name: "保存" }).click();
    await saved;
    await list(page).getByRole("button", { name: "保存" }).click();
    await expect(list(page).getByText("このメモは別の画面で先に変更されています。")).toBeVisible();
    await expect(list(page).getByText("別のタブのメモ")).toBeVisible();
    const overwritten = stored(page);
    await list(page).getByRole("button", { name: "この内容で保存する" }).click();
    await overwritten;
    expect((await notesOf(page)).results.map(({ text }) => text)).toEqual(["このタブのメモ"]);
    await expectToFit(page);
  });
});
