import type { Page } from "@playwright/test";
import { answerInstead, delayCall, REFUSED } from "./api-answers.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { callAs, makeVideo, signInAsStaff } from "./staff-pages.ts";
import { expectToFit, PHONE } from "./widths.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const form = (page: Page, name: string | RegExp) => page.getByRole("form", { name });
const titles = (page: Page) => page.getByRole("main").getByRole("listitem").getByRole("heading");

/** Opens the chapters' screen of a new video. */
async function open(page: Page) {
  await signInAsStaff(page);
  const video = await makeVideo(page);
  await page.goto(`/admin/chapters?video=${video.id}`);
  await expect(page.getByText("チャプターはありません", { exact: true })).toBeVisible();
  return video;
}

async function add(page: Page, title: string, time: string): Promise<void> {
  const fresh = form(page, "新しいチャプター");
  await fresh.getByLabel("チャプタータイトル").fill(title);
  await fresh.getByLabel("時間（MM:SS）").fill(time);
  await fresh.getByLabel("説明").fill(`${title}の説明`);
  await button(page, "チャプターを作成").click();
}

test("creates, sorts, edits and deletes chapters", async ({ page }) => {
  await open(page);
  await page.setViewportSize(PHONE);
  await button(page, "チャプターを作成").click();
  await expect(page.getByText("チャプタータイトルを入力してください。")).toBeVisible();
  await expect(form(page, "新しいチャプター").getByLabel("チャプタータイトル")).toBeFocused();
  await expect(form(page, "新しいチャプター").getByLabel("説明")).toHaveAttribute("rows", "3");
  await add(page, "後の話", "1:30");
  await expect(page.getByText("時間は「01:30」のように、分と秒を2桁ずつで入力してください。")).toBeVisible();
  await add(page, "後の話", "０１：３０");
  await expect(form(page, "新しいチャプター").getByLabel("時間（MM:SS）")).toHaveValue("");
  await expect(page.getByText("チャプターを作成しました。", { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveText(["後の話"]);
  await add(page, "先の話", "00:10");
  await expect(titles(page)).toHaveText(["先の話", "後の話"]);
  await expectAccessible(page);
  await expectToFit(page);

  await button(page, "「先の話」を編集").click();
  const edit = form(page, "「先の話」を編集");
  await expect(edit.getByLabel("説明")).toHaveAttribute("rows", "4");
  await edit.getByLabel("時間（MM:SS）").fill("02:00");
  await expectAccessible(page);
  await button(page, "更新").click();
  await expect(page.getByText("チャプターを更新しました。", { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveText(["後の話", "先の話"]);

  await button(page, "「後の話」を削除").click();
  await expect(page.getByRole("dialog")).toContainText("1分30秒「後の話」を削除します。");
  await expectAccessible(page);
  await button(page, "削除する").click();
  await expect(page.locator(":focus", { hasText: "チャプターを削除しました。" })).toBeVisible();
  await expect(titles(page)).toHaveText(["先の話"]);
});

test("registers the chapters of a CSV, and reports its wrong rows", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { id } = await open(page);
  const [template] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "テンプレートをダウンロード").click(),
  ]);
  expect(template.suggestedFilename()).toBe("chapter_template.csv");
  await button(page, "アップロード").click();
  await expect(page.getByText("動画とCSVファイルを選択してください。", { exact: true })).toBeVisible();
  const csv = "chapter_title,description,time\nはじめに,,0:00\n本題,,15:45\n壊れた行,,x\n";
  await page
    .getByLabel("CSVファイル")
    .setInputFiles({ name: "chapters.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const releaseCall = await delayCall(page, `/api/admin/videos/${id}/chapters/upload-csv/`);
  await button(page, "登録せずに内容を確認").click();
  await expect(page.getByRole("progressbar", { name: "確認しています" })).toBeVisible();
  releaseCall();
  await expect(page.getByText("2件のチャプターを登録できます。1行に誤りがあります。")).toBeVisible();
  await expect(page.getByText("チャプターはありません", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await button(page, "アップロード").click();
  await expect(page.getByText("2件のチャプターを登録しました。1行に誤りがあります。")).toBeVisible();
  await expect(page.getByText("4行目：時間は「1:30」のように入力してください。")).toBeVisible();
  await expect(titles(page)).toHaveText(["はじめに", "本題"]);

  await test.step("reports a file without any valid row as a failure", async () => {
    const bad = { name: "bad.csv", mimeType: "text/csv", buffer: Buffer.from("chapter_title,time\n題,x\n") };
    await page.getByLabel("CSVファイル").setInputFiles(bad);
    await button(page, "アップロード").click();
    await expect(
      page.getByRole("alert").filter({ hasText: "チャプターは1件も登録されていません。1行に誤りがあります。" }),
    ).toBeVisible();
  });

  await test.step("saves a chapter of a CSV without a description", async () => {
    await button(page, "「本題」を編集").click();
    await form(page, "「本題」を編集").getByLabel("チャプタータイトル").fill("本題の題");
    await button(page, "更新").click();
    await expect(page.getByText("チャプターを更新しました。", { exact: true })).toBeVisible();
    await expect(titles(page)).toHaveText(["はじめに", "本題の題"]);
  });
});

test.describe("when a call fails", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("keeps the typed text after a failed save", async ({ page }) => {
    const { id } = await open(page);
    const restore = await answerInstead(page, `/api/admin/videos/${id}/chapters/`, 500);
    await add(page, "残る題", "00:30");
    await expect(page.getByRole("alert")).toHaveText("チャプターの作成に失敗しました。");
    await expect(form(page, "新しいチャプター").getByLabel("チャプタータイトル")).toHaveValue("残る題");
    await restore();
    await button(page, "チャプターを作成").click();
    await expect(titles(page)).toHaveText(["残る題"]);
  });

  test("reports a conflict to the second editor, who can take the first editor's text", async ({ page }) => {
    const { id } = await open(page);
    await add(page, "元の題", "00:30");
    await expect(titles(page)).toHaveText(["元の題"]);
    const [chapter] = await callAs<{ id: number }[]>(page, "GET", `/api/admin/videos/${id}/chapters-info/`);
    await button(page, "「元の題」を編集").click();
    await callAs(page, "PUT", `/api/admin/videos/${id}/chapters/${chapter?.id}/`, {
      data: { title: "先の人の題", description: "説明", time_seconds: 30 },
    });
    const edit = form(page, "「元の題」を編集");
    await edit.getByLabel("チャプタータイトル").fill("後の人の題");
    await button(page, "更新").click();
    await expect(page.getByRole("alert")).toContainText("先の人の題");
    await expect(edit.getByLabel("チャプタータイトル")).toHaveValue("後の人の題");
    await expectAccessible(page);
    await button(page, "読み込み直す").click();
    await expect(edit.getByLabel("チャプタータイトル")).toHaveValue("先の人の題");
    await button(page, "更新").click();
    await expect(page.getByText("チャプターを更新しました。", { exact: true })).toBeVisible();
  });
});

test("reports a deleted video, and offers another choice", async ({ page }) => {
  await signInAsStaff(page);
  const { id } = await makeVideo(page);
  await callAs(page, "DELETE", `/api/admin/videos/${id}/`);
  await page.goto(`/admin/chapters?video=${id}`);
  await expect(page.getByText("この動画はゴミ箱にあります。")).toBeVisible();
  await page.getByRole("link", { name: "別の動画を選ぶ" }).click();
  await expect(page.getByRole("main").getByRole("searchbox")).toBeVisible();
});
