import type { Page } from "@playwright/test";
import { answerInstead, cutOff, REFUSED } from "./api-answers.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { asColleague } from "./staff-calls.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const PATH = "/admin/tags";
const CALL = "/api/admin/tags/";

const creation = (page: Page) => page.getByRole("region", { name: "タグの作成" });
const rows = (page: Page) => page.getByRole("table", { name: "タグの一覧" }).getByRole("rowheader");

interface Tag {
  id: number;
  name: string;
  video_count: number;
}

test("creates, renames and deletes tags, also by keyboard", async ({ page }) => {
  const tag = "速習";
  await enterAs(page, "staff@example.com", PATH);
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.setViewportSize(PHONE);
  await creation(page).getByLabel("タグ名").fill(tag);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`タグ「${tag}」を作成しました。`)).toBeVisible();
  await expect(creation(page).getByLabel("タグ名")).toHaveValue("");

  const edit = page.getByRole("button", { name: `${tag}を編集` });
  await edit.press("Enter");
  const editor = page.getByRole("form", { name: `${tag}の編集` });
  await editor.getByLabel("タグ名").fill("捨てる名前");
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
  await edit.press("Enter");
  await expectAccessible(page);
  await expectToFit(page);
  await editor.getByLabel("タグ名").fill(`${tag}改`);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`タグ「${tag}改」を更新しました。`)).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: `${tag}改を削除` }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "削除する" }).click();
  await expect(page.getByText(`タグ「${tag}改」を削除しました。`)).toBeVisible();
  await expect(rows(page).filter({ hasText: tag })).toHaveCount(0);

  await test.step("names the videos that a deletion changes", async () => {
    await page.setViewportSize(DESKTOP);
    const used = (await asColleague<Tag[]>(page, "GET", CALL)).find(({ video_count }) => video_count > 0);
    await page.getByRole("button", { name: `${used?.name}を削除` }).click();
    await expect(page.getByRole("dialog")).toContainText(`動画${used?.video_count}本から外れます。`);
  });
});

test("asks before it discards text typed in a row", async ({ page }) => {
  await enterAs(page, "staff@example.com", PATH);
  const edits = page.getByRole("button", { name: /を編集$/ });
  const second = (await edits.nth(1).getAttribute("aria-label")) ?? "";
  await edits.first().click();
  const typed = page.getByRole("form").getByLabel("タグ名");
  await typed.fill("書きかけ");
  await page.getByRole("button", { name: second, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "保存していない変更があります" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "編集に戻る" }).click();
  await expect(typed).toHaveValue("書きかけ");

  await page.getByRole("button", { name: second.replace("を編集", "を削除"), exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "キャンセル" }).click();
  await expect(typed).toHaveValue("書きかけ");
  // An Escape during a kana conversion only reverts the conversion.
  await typed.dispatchEvent("keydown", { key: "Escape", isComposing: true });
  await typed.dispatchEvent("keydown", { key: "Escape", keyCode: 229 });
  await typed.press("End");
  await expect(typed).toHaveValue("書きかけ");

  await page.getByRole("button", { name: second, exact: true }).click();
  await dialog.getByRole("button", { name: "破棄して進む" }).click();
  await expect(typed).toHaveValue(second.replace("を編集", ""));
  await typed.press("Escape");
  await expect(page.getByRole("button", { name: second, exact: true })).toBeFocused();
});

test.describe("when a call fails", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("keeps the typed text after a failure, and shows what a colleague changed before a deletion", async ({
    page,
  }) => {
    await enterAs(page, "staff@example.com", PATH);
    const tag = await asColleague<Tag>(page, "POST", CALL, { name: "共同タグ" });
    await page.reload();
    await page.getByRole("button", { name: "共同タグを編集" }).click();
    const editor = page.getByRole("form");
    await editor.getByLabel("タグ名").fill("もう一度");
    const path = `${CALL}${tag.id}/`;
    const restore = await answerInstead(page, path, 500);
    await editor.getByRole("button", { name: "保存" }).click();
    await expect(editor.getByRole("alert")).toHaveText("タグの更新に失敗しました。");
    await expect(editor.getByLabel("タグ名")).toHaveValue("もう一度");
    await restore();
    await editor.getByRole("button", { name: "キャンセル" }).click();
    const reconnect = await cutOff(page, path);
    await page.getByRole("button", { name: "共同タグを削除" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "削除する" }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("タグの削除に失敗しました。");
    await reconnect();
    await asColleague(page, "PUT", path, { name: "同僚の新しい名前" });
    await page.getByRole("dialog").getByRole("button", { name: "削除する" }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("ほかのスタッフが変更しました。");
    await expect(page.getByRole("dialog", { name: /「同僚の新しい名前」/ })).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "削除する" }).click();
    await expect(page.getByText("タグ「同僚の新しい名前」を削除しました。")).toBeVisible();
  });
});
